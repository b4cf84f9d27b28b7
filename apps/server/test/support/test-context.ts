/** The context of services on a test database: a manual clock, and collected events. */
import { pino } from 'pino';
import { type BusEventName, type BusEvents, createBus } from '../../src/bus.ts';
import { systemRandom } from '../../src/clock.ts';
import { readConfig } from '../../src/config/config.ts';
import type { Context } from '../../src/context.ts';
import type { Database } from '../../src/storage/database.ts';
import { Warnings } from '../../src/storage/warnings.ts';
import { type ManualClock, manualClock, TEST_NOW } from './manual-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

/**
 * Servers of a test share a database but have separate data folders, so they are given a common
 * key.
 */
export const TEST_SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');

export interface TestContext extends Context {
  readonly clock: ManualClock;
  /** Returns every event of that name published so far. */
  published<N extends BusEventName>(name: N): readonly BusEvents[N][];
}

const RECORDED = [
  'session.ended',
  'device.changed',
  'device.secretIssued',
] as const satisfies readonly BusEventName[];

export function testContext(
  database: Database,
  env: Readonly<Record<string, string>> = {},
  startMs = TEST_NOW,
): TestContext {
  const events = new Map<BusEventName, unknown[]>();
  const bus = createBus((error) => {
    throw error;
  });
  for (const name of RECORDED) {
    events.set(name, []);
    bus.subscribe(name, (event) => events.get(name)?.push(event));
  }
  return {
    config: readConfig({
      DATA_DIR: temporaryFolder(),
      SECRETS_KEY: TEST_SECRETS_KEY,
      ...env,
    }),
    database,
    clock: manualClock(startMs),
    random: systemRandom,
    bus,
    log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
    processId: 'test',
    brokerFaults: new Warnings(),
    published: <N extends BusEventName>(name: N) =>
      (events.get(name) ?? []) as unknown as readonly BusEvents[N][],
  };
}
