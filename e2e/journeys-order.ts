import { basename } from 'node:path';
import type { TestSpecification } from 'vitest/node';
import { LongestFirst } from '../scripts/longest-first.mjs';
import { JOURNEYS } from './journeys.ts';

/**
 * Runs the longest files first. Journeys that wait for a timer run in parallel to them, one after
 * another, because they use little processor time.
 */
export class JourneysOrder extends LongestFirst {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [longest, ...others] = await super.sort(files);
    if (longest === undefined) return [];
    return [longest, ...others.toSorted((a, b) => Number(waits(b)) - Number(waits(a)))];
  }
}

const waits = ({ moduleId }: TestSpecification): boolean =>
  JOURNEYS[basename(moduleId, '.test.ts')]?.waitsFor !== undefined;
