/**
 * docs/promises.md R1, R2, C1 and C3 through a failover: the primary PostgreSQL is killed under
 * load and its synchronous replica is promoted. No acknowledged reading is lost, no command is
 * executed twice or late, and bills are those of the readings.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { canMove } from '@busbar/domain/switch/command-state';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { runEnergy } from '../../../src/areas/energy/ledger/run-energy.ts';
import { markDevice } from '../../../src/areas/shared/table-writers/energy-flag-queries.ts';
import type { Database } from '../../../src/storage/database.ts';
import { firstDifference, ledgerOf } from '../../energy/ledger-fixture.ts';
import { eventually } from '../../support/eventually.ts';
import { pollUntil } from '../../support/programs/poll-until.ts';
import { SOAK_TIMEOUT_MS, seed, size } from '../../support/sizes.ts';
import { testContext } from '../../support/test-context.ts';
import {
  brokenLives,
  doubleExecutions,
  lateExecutions,
  lateSendings,
  overlaps,
  untruths,
} from '../command-checkers.ts';
import { fatesOf, pause } from '../command-rig.ts';
import { checkReadings } from '../readings/check-readings.ts';
import { readStoredReadings } from '../readings/reading-load.ts';
import { type FailoverRig, openPromoted, startFailoverRig } from './failover-rig.ts';

const FAILOVERS = size('failovers');
const SEED = seed('failovers', 61);
const READINGS = 100;
const COMMANDS = 4;
/** The promise is 30 s on a free machine; the time is printed. */
const LIMIT_MS = 120_000;

describe('a failover to a replica', () => {
  let rig: FailoverRig | undefined;
  let promoted: Database | undefined;
  afterEach(async () => {
    await promoted?.close();
    await rig?.dispose();
    promoted = rig = undefined;
  });

  /** Resolves after a time of load, with the readings that were acknowledged before. */
  async function work({ acknowledged, executions }: FailoverRig): Promise<void> {
    const [readings, commands] = [acknowledged() + READINGS, executions.length + COMMANDS];
    await pollUntil(acknowledged, (count) => count >= readings, LIMIT_MS);
    await pollUntil(
      () => executions.length,
      (count) => count >= commands,
      LIMIT_MS,
    );
  }

  async function checkedReadings(current: FailoverRig, database: Database) {
    const codes = new Set(current.registered.map(({ deviceCode }) => deviceCode));
    const { counting, keptBeside } = await readStoredReadings(database);
    return checkReadings(
      current.devices.flatMap((device) => device.ledger),
      counting.filter(({ device }) => codes.has(device)),
      keptBeside,
    );
  }

  it.each(Array.from({ length: FAILOVERS }, (_, index) => SEED + index))(
    'loses no acknowledged reading, and executes no command twice or late (seed %i)',
    async (seedOfRun) => {
      const random = seededRandom(seedOfRun);
      const current = await startFailoverRig(seedOfRun, true);
      rig = current;
      const { postgres, server, devices, acknowledged, executions, answers, tenant } = current;
      await work(current);
      // This is not a wait for an event: the time of the kill is random.
      await pause(random() * 500);
      await postgres.primary.kill();
      const before = acknowledged();
      const promotedAt = performance.now();
      await postgres.promote();
      await pollUntil(acknowledged, (count) => count > before, LIMIT_MS);
      const backMs = performance.now() - promotedAt;
      await work(current);
      expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
      await current.stopCommands();
      for (const device of devices) device.finish();
      await eventually(() => devices.filter(({ isDone }) => !isDone).length, LIMIT_MS).toBe(0);

      const database = await openPromoted(current);
      promoted = database;
      const open = async () =>
        (await fatesOf(database, tenant)).filter(({ endedAt }) => endedAt === null).length;
      await eventually(open, LIMIT_MS).toBe(0);
      const fates = await fatesOf(database, tenant);
      const statuses = new Set(answers.map(({ status }) => status));
      console.log(
        `${acknowledged()} readings acknowledged, ${executions.length} commands executed, ` +
          `readings again ${Math.round(backMs)} ms after the promotion, statuses ${[...statuses]}`,
      );
      expect(await checkedReadings(current, database)).toEqual({
        lost: [],
        doubled: [],
        invented: [],
        miscounted: [],
      });
      expect({
        late: lateExecutions(executions, fates, 0),
        lateSent: lateSendings(fates),
        twice: doubleExecutions(executions),
        overlapping: overlaps(fates),
        untrue: untruths(executions, fates),
        broken: brokenLives(fates, canMove),
      }).toEqual({
        late: [],
        lateSent: [],
        twice: [],
        overlapping: [],
        untrue: [],
        broken: [],
      });
      expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
      // A command that was accepted is known to the new primary.
      const known = new Set(fates.map(({ commandId }) => commandId));
      const accepted = answers.flatMap(({ commandId }) => commandId ?? []);
      expect(accepted.filter((id) => !known.has(id))).toEqual([]);
      await server.kill('SIGTERM');
      await checkBills(current, database);
    },
    SOAK_TIMEOUT_MS,
  );

  /** The energy and fees that the server computed equal those of a computation from the readings. */
  async function checkBills(current: FailoverRig, database: Database): Promise<void> {
    const ctx = testContext(database, {}, Date.now());
    const compute = async () => {
      const waiting = async () => {
        const { rows } = await sql<{ n: number }>`select (select count(*) from energy_dirty)::int
          + (select count(*) from energy_work)::int as n`.execute(database.db);
        return rows[0]!.n;
      };
      while ((await waiting()) > 0) await runEnergy(ctx);
    };
    await compute();
    const ledgers = new Map<number, string>();
    for (const { deviceId } of current.registered) {
      ledgers.set(deviceId, await ledgerOf(database, deviceId));
      await markDevice(database.db, current.tenant.customerId, deviceId);
    }
    await compute();
    for (const [deviceId, ledger] of ledgers) {
      expect(ledger).toContain('energy_wh');
      expect(firstDifference(ledger, await ledgerOf(database, deviceId))).toBeUndefined();
    }
  }

  it(
    'is found to lose acknowledged readings if the replica was not synchronous and fell behind',
    async () => {
      const current = await startFailoverRig(SEED, false);
      rig = current;
      const { postgres, acknowledged, devices } = current;
      await work(current);
      await postgres.disconnectReplica();
      await work(current);
      await postgres.primary.kill();
      const before = acknowledged();
      await postgres.promote();
      await pollUntil(acknowledged, (count) => count > before, LIMIT_MS);
      await current.stopCommands();
      for (const device of devices) device.stop();
      promoted = await openPromoted(current);
      expect((await checkedReadings(current, promoted)).lost.length).toBeGreaterThan(READINGS / 2);
    },
    SOAK_TIMEOUT_MS,
  );
});
