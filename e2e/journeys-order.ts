import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { JOURNEYS } from './journeys.ts';

/** Starts the journeys that wait for the clock first. */
export class JourneysOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(waits(b)) - Number(waits(a)));
  }
}

const waits = ({ moduleId }: TestSpecification): boolean =>
  JOURNEYS[basename(moduleId, '.test.ts')]?.waitsFor !== undefined;
