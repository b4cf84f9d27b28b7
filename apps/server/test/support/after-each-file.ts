/** Set-up file: ends what the support modules hold for the test file that has just run. */
import { afterAll } from 'vitest';
import { closeDatabases } from './databases.ts';

afterAll(closeDatabases);
