import { inject } from 'vitest';
import { startOnCopy } from './demo-data.ts';
import type { Environment, Program } from './program.ts';

/** Starts a separate program for the test, with the demo and a week of its history. */
export function startDemo(environment: Environment = {}): Promise<Program> {
  return startOnCopy(inject('demoData'), environment);
}
