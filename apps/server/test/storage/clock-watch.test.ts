/** The clock of a process follows that of a real database (docs/adr/0084). */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { databaseTime } from '../../src/areas/shared/database-time-queries.ts';
import { type Clock, type DatabaseClock, databaseClock, systemClock } from '../../src/clock.ts';
import { CLOCK_CHECK_INTERVAL_MS, watchClock } from '../../src/storage/clock-watch.ts';
import { Warnings } from '../../src/storage/warnings.ts';
import { sharedDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';

const HOUR_MS = 3_600_000;

describe('the clock of a process', () => {
  const database = fixture(sharedDatabase);
  let machineAheadMs: number;
  let next: () => void;
  let clock: DatabaseClock;
  let warnings: Warnings;
  let messages: string[];

  beforeEach(() => {
    messages = [];
    warnings = new Warnings();
    const machine: Clock = {
      ...systemClock,
      now: () => Date.now() + machineAheadMs,
      every(interval, work) {
        expect(interval).toBe(CLOCK_CHECK_INTERVAL_MS);
        next = work;
        return () => {};
      },
    };
    clock = databaseClock(machine);
  });

  const start = () => {
    const record = (_details: object, message: string) => void messages.push(message);
    const log = { info: record, warn: record, error: record };
    return watchClock({ db: database.db, warnings, clock, log });
  };
  const difference = () => Math.abs(clock.now() - Date.now());

  it.each([
    ['ahead of', HOUR_MS],
    ['behind', -HOUR_MS],
  ])('is corrected and reported if the machine is an hour %s the database', async (side, ms) => {
    machineAheadMs = ms;
    await start();
    expect(difference()).toBeLessThan(60_000);
    expect(warnings.texts).toEqual(messages);
    expect(messages).toEqual([
      expect.stringMatching(new RegExp(`is 3[56]\\d\\d s ${side} that of the database`)),
    ]);
  });

  it('follows a change of the clock while the process runs, and one back', async () => {
    machineAheadMs = 0;
    await start();
    expect(messages).toEqual([]);
    machineAheadMs = HOUR_MS;
    next();
    await expect.poll(() => warnings.texts.length).toBe(1);
    expect(difference()).toBeLessThan(60_000);
    machineAheadMs = 0;
    next();
    await expect.poll(() => warnings.texts).toEqual([]);
    expect(difference()).toBeLessThan(60_000);
  });

  it('keeps the time of a synchronized machine', async () => {
    machineAheadMs = 400;
    await start();
    expect(clock.correctionMs).toBe(0);
  });

  it('is not shifted again in statements that read the time of the database', async () => {
    machineAheadMs = HOUR_MS;
    await start();
    const ctx = { ...testContext(database), clock };
    const { rows } = await sql<{ s: number }>`
      select abs(extract(epoch from ${databaseTime(ctx)} - clock_timestamp()))::float8 as s
    `.execute(database.db);
    expect(rows[0]!.s).toBeLessThan(60);
  });
});
