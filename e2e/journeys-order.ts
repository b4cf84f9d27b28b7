import { basename } from 'node:path';
import type { TestSpecification } from 'vitest/node';
import { LongestFirst } from '../scripts/longest-first.mjs';
import { JOURNEYS } from './journeys.ts';

/** Starts the journeys that wait for the clock first, then the longest. */
export class JourneysOrder extends LongestFirst {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(waits(b)) - Number(waits(a)));
  }
}

const waits = ({ moduleId }: TestSpecification): boolean =>
  JOURNEYS[basename(moduleId, '.test.ts')]?.waitsFor !== undefined;
