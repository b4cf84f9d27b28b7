/**
 * Setup file: closes the resources that the support modules hold for the test file that has just
 * run.
 */
import { afterAll } from 'vitest';
import { closeDatabases } from './databases.ts';

afterAll(closeDatabases);
