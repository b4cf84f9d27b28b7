/** The order in which devices are processed: none waits behind a device that was just processed. */
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { passMarks, readWork } from '../../src/areas/energy/ledger/energy-work-queries.ts';
import {
  markDevice,
  markRegisters,
} from '../../src/areas/shared/table-writers/energy-flag-queries.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { describeWithDatabase, type TestDatabase } from '../support/databases.ts';
import { testContext } from '../support/test-context.ts';
import { ledgerTenant, ratedDevice, sendRegisters } from './ledger-fixture.ts';

const NOW = Date.UTC(2026, 9, 5, 12);
const SECOND = 1000;
const DAY = 86_400 * SECOND;

describeWithDatabase('the work list of the ledger', (database) => {
  let db: TestDatabase['db'];
  beforeEach(async () => {
    ({ db } = database);
    await sql`delete from energy_work`.execute(db);
  });

  const wait = (device: number, from: number | '-infinity') =>
    sql`insert into energy_work (customer_id, device_id, from_ts)
      values (1, ${device}, ${from === '-infinity' ? from : new Date(from).toISOString()}::timestamptz)`.execute(
      db,
    );
  const next = async (devices: number) =>
    (await readWork(db, devices, NOW)).items.map(({ deviceId }) => deviceId);

  it('returns the devices whose recent readings have waited longest', async () => {
    for (const [device, seconds] of [1, 9, 3, 7, 5].entries()) {
      await wait(device, NOW - seconds * SECOND);
    }
    expect(await next(2)).toEqual([1, 3]);
  });

  it('reprocesses past days along with recent readings, at least five devices at a time', async () => {
    for (let device = 0; device < 20; device += 1) await wait(device, NOW - SECOND);
    for (let device = 100; device < 120; device += 1) await wait(device, NOW - DAY + device);
    await wait(200, '-infinity');
    const taken = await next(10);
    expect(taken.filter((device) => device < 100)).toHaveLength(10);
    expect(taken.filter((device) => device >= 100)).toEqual([100, 101, 102, 103, 200]);
  });

  it('fills remaining capacity with past days', async () => {
    await wait(1, NOW - SECOND);
    for (let device = 100; device < 120; device += 1) await wait(device, NOW - DAY);
    expect(await next(12)).toHaveLength(12);
  });

  it('advances the dirty flags of registers that were processed before they were claimed', async () => {
    await ensurePartitions(database, NOW, NOW);
    const tenant = await ledgerTenant(database, 'Asia/Shanghai', 'passed');
    const key = { customerId: tenant.customerId, deviceId: await ratedDevice(database, tenant) };
    const send = (...minutes: number[]) =>
      sendRegisters(
        testContext(database, {}, NOW),
        tenant,
        minutes.map((minute) => {
          const at = NOW + minute * 60 * SECOND;
          return { ...key, at, registers: { activeTotal: 100 + minute } };
        }),
      );
    const marked = async () => {
      const { rows } = await sql<{ from: number }>`select from_ts as "from" from energy_dirty
        where customer_id = ${key.customerId}`.execute(db);
      return rows.map(({ from }) => (from - NOW) / SECOND);
    };
    await send(1, 2, 3);
    const folded = { ...key, after: Number.NEGATIVE_INFINITY, last: NOW + 180 * SECOND };
    await passMarks(db, [{ ...folded, readings: 2 }]);
    expect(await marked(), 'one was not seen by the fold').toEqual([60]);
    await passMarks(db, [{ ...folded, readings: 3 }]);
    expect(await marked()).toEqual([180.001]);
    await send(2.5);
    expect(await marked(), 'a late one marks the device itself').toEqual([150]);
    await passMarks(db, [{ ...folded, readings: 3 }]);
    expect(await marked()).toEqual([150]);
  });

  it('never advances the dirty flag of a decision, which may have arrived after the read', async () => {
    const key = { customerId: 7, deviceId: 7 };
    const marked = async () => {
      const { rows } = await sql<{ from: number }>`select from_ts as "from" from energy_dirty
        where customer_id = 7`.execute(db);
      return rows.map(({ from }) => from - NOW);
    };
    const folded = { ...key, after: NOW - DAY, last: NOW + 1000, readings: 0 };
    await markRegisters(db, [{ ...key, at: NOW }]);
    await passMarks(db, [folded]);
    expect(await marked()).toEqual([1001]);
    await markDevice(db, key.customerId, key.deviceId, NOW + 500);
    await passMarks(db, [folded]);
    expect(await marked()).toEqual([500]);
    await markRegisters(db, [{ ...key, at: NOW }]);
    await passMarks(db, [folded]);
    expect(await marked(), 'nor when a register came to it').toEqual([0]);
  });
});
