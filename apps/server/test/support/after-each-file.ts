/** Setup file: closes the resources that support modules opened for the test file that has just run. */
import { afterAll } from 'vitest';
import { closeAll } from './close-after-file.ts';

afterAll(closeAll);
