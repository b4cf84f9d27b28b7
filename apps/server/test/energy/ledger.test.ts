/**
 * The ledger beyond processing readings: group changes, tariffs, overrides, ratings, final days.
 */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { finishEnergyDays, runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { changeRate } from '../../src/areas/energy/tariffs/save-rate.ts';
import { changeDevice } from '../../src/areas/fleet/devices/change-device.ts';
import { markDevice } from '../../src/areas/shared/table-writers/energy-flag-queries.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { describeWithDatabase, isOnCitus, type TestDatabase } from '../support/databases.ts';
import type { Tenant } from '../support/factories/tenant.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { type TestContext, testContext } from '../support/test-context.ts';
import {
  firstDifference,
  ledgerOf,
  ledgerTenant,
  ratedDevice,
  sendRegisters,
} from './ledger-fixture.ts';

const HOUR = 3_600_000;
/** 2026-11-18 00:00 in Shanghai. */
const DAY = Date.UTC(2026, 10, 17, 16);
const NOW = DAY + 60 * HOUR;

interface World {
  readonly database: TestDatabase;
  readonly ctx: TestContext;
  readonly tenant: Tenant;
  readonly deviceId: number;
  /** Each row has the hours since `DAY` and the kWh of `activeTotal`. */
  send(...rows: readonly (readonly [number, number])[]): Promise<void>;
  days(): Promise<unknown[]>;
  groups(): Promise<unknown[]>;
}

async function world(database: TestDatabase, label: string): Promise<World> {
  await ensurePartitions(database, DAY, NOW);
  const ctx = testContext(database, {}, NOW);
  const tenant = await ledgerTenant(database, 'Asia/Shanghai', label);
  const deviceId = await ratedDevice(database, tenant);
  return {
    database,
    ctx,
    tenant,
    deviceId,
    send: async (...rows) => {
      const readings = rows.map(([hour, kwh]) => ({
        deviceId,
        at: DAY + hour * HOUR,
        registers: { activeTotal: kwh },
      }));
      await sendRegisters(ctx, tenant, readings);
      await runEnergy(ctx);
    },
    days: async () => {
      const rows = await database.db
        .selectFrom('energy_day')
        .where('device_id', '=', deviceId)
        .orderBy('day')
        .selectAll()
        .execute();
      return rows.map((row) => [
        row.day,
        row.energy_wh,
        [row.sharp_wh, row.peak_wh, row.off_peak_wh, row.valley_wh],
        [row.fee_sharp, row.fee_peak, row.fee_off_peak, row.fee_valley],
        row.rate_version,
      ]);
    },
    groups: async () => {
      const rows = await database.db
        .selectFrom('energy_group_day')
        .where('customer_id', '=', tenant.customerId)
        .where('day', '>=', '2026-11-17')
        .where('day', '<=', '2026-11-20')
        .orderBy('group_id')
        .orderBy('day')
        .selectAll()
        .execute();
      return rows.map((row) => {
        const fee = row.fee_sharp! + row.fee_peak! + row.fee_off_peak! + row.fee_valley!;
        const slots = row.slot_wh.reduce((sum, wh) => sum + wh, 0);
        return [row.group_id, row.day, row.devices, row.energy_wh, fee, slots, row.final];
      });
    },
  };
}

describeWithDatabase('the energy ledger', (database) => {
  it('prices energy by the band of the hour, and rounds the line of a period as a whole', async () => {
    const { send, days } = await world(database, 'price');
    // The prices are 1.25, 1.04, 0.65 and 0.26 per kWh; half cents appear in single days and cancel
    // out in the line.
    await send([0, 100], [6, 100.01], [9, 100.02], [20, 100.05], [30, 100.07], [33, 100.08]);
    expect(await days()).toEqual([
      ['2026-11-17', 0, [0, 0, 0, 0], [0, 0, 0, 0], 1],
      ['2026-11-18', 50, [30, 10, 0, 10], [4, 1, 0, 0], 1],
      ['2026-11-19', 30, [0, 10, 0, 20], [0, 1, 0, 1], 1],
    ]);
  });

  it('recomputes the rest of the period when an earlier day changes', async () => {
    const { send, days } = await world(database, 'late');
    await send([0, 100], [6, 100.01], [30, 100.02], [31, 100.03]);
    expect((await days()).map((day) => (day as unknown[])[3])).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 1],
    ]);
    // A late reading assigns to the valley the energy that the sharp hours of the first day would
    // have had.
    await send([7, 100.02]);
    expect(await days()).toEqual([
      ['2026-11-17', 0, [0, 0, 0, 0], [0, 0, 0, 0], 1],
      ['2026-11-18', 20, [0, 0, 0, 20], [0, 0, 0, 1], 1],
      ['2026-11-19', 10, [0, 0, 0, 10], [0, 0, 0, 0], 1],
    ]);
  });

  it('moves a device together with its history, and retains a deleted one', async () => {
    const made = await world(database, 'move');
    const { send, groups, tenant, ctx, deviceId } = made;
    await send([0, 100], [6, 101], [30, 103]);
    const before = [
      [tenant.groupId, '2026-11-17', 1, 0, 0, 0, false],
      [tenant.groupId, '2026-11-18', 1, 1000, 26, 1000, false],
      [tenant.groupId, '2026-11-19', 1, 2000, 52, 2000, false],
    ];
    expect(await groups()).toEqual(before);
    const moved = await changeDevice(ctx, callerOf(tenant), deviceId, {
      group: tenant.childGroupId,
    });
    expect(moved.ok).toBe(true);
    await runEnergy(ctx);
    expect(await groups()).toEqual(before.map(([, ...rest]) => [tenant.childGroupId, ...rest]));
    await database.db
      .updateTable('device')
      .set({ deleted_at: new Date(NOW) })
      .where('device_id', '=', deviceId)
      .execute();
    await send([31, 104]);
    expect((await groups()).at(-1)).toEqual([
      tenant.childGroupId,
      '2026-11-19',
      1,
      3000,
      78,
      3000,
      false,
    ]);
  });

  it('leaves its work to the next start when the process stops', async () => {
    const { send, days, tenant, ctx } = await world(database, 'stop');
    await send([0, 100], [49, 102]);
    const before = await days();
    await changeRate(ctx, callerOf(tenant), tenant.rateId, {
      name: 'Dearer',
      prices: { sharp: '2', peak: '2', offPeak: '2', valley: '2' },
    });
    expect(await runEnergy(ctx, AbortSignal.abort())).toBe(ctx.clock.now());
    expect(await days()).toEqual(before);
    await runEnergy(ctx);
    expect(await days()).not.toEqual(before);
  });

  it('prices today, and no earlier day, with a version that begins today', async () => {
    const made = await world(database, 'version');
    const { send, days, tenant, ctx } = made;
    await send([0, 100], [6, 101], [49, 102]);
    const changed = await changeRate(ctx, callerOf(tenant), tenant.rateId, {
      name: 'Dearer',
      prices: { sharp: '2', peak: '2', offPeak: '2', valley: '2' },
    });
    expect(changed.ok).toBe(true);
    await runEnergy(ctx);
    expect(await days()).toEqual([
      ['2026-11-17', 0, [0, 0, 0, 0], [0, 0, 0, 0], 1],
      ['2026-11-18', 1000, [0, 0, 0, 1000], [0, 0, 0, 26], 1],
      ['2026-11-20', 1000, [0, 0, 0, 1000], [0, 0, 0, 200], 2],
    ]);
  });

  it('applies an administrator’s override, and reverts it on withdrawal', async () => {
    const { send, days, tenant, ctx, deviceId } = await world(database, 'override');
    await send([0, 100], [1, 5000], [2, 5001], [30, 5002]);
    const kept = await days();
    expect(kept.map((day) => (day as unknown[])[1])).toEqual([0, 1000, 1000]);
    await database.db
      .insertInto('energy_override')
      .values({
        customer_id: tenant.customerId,
        device_id: deviceId,
        channel: 'activeTotal',
        register_ts: new Date(DAY + HOUR),
        decision: 'set',
        energy_wh: 250,
        reason: 'new meter',
        decided_by: 1,
        decided_at: new Date(NOW),
      })
      .execute();
    await database.transaction((trx) => markDevice(trx, tenant.customerId, deviceId, DAY + HOUR));
    await runEnergy(ctx);
    expect((await days()).map((day) => (day as unknown[])[1])).toEqual([0, 1250, 1000]);
    await database.db
      .updateTable('energy_override')
      .set({ withdrawn_at: new Date(NOW), withdrawn_by: 1, withdrawal_reason: 'wrong' })
      .where('device_id', '=', deviceId)
      .execute();
    await database.transaction((trx) => markDevice(trx, tenant.customerId, deviceId, DAY + HOUR));
    await runEnergy(ctx);
    expect(await days()).toEqual(kept);
  });

  it.skipIf(isOnCitus)('reprocesses a device whose states have another version', async () => {
    const { ctx, tenant, deviceId, send } = await world(database, 'anew');
    const rows = [
      [0, 100],
      [6, 101],
      [30, 103],
      [31, 104],
    ] as const;
    await send(...rows.slice(0, 3));
    for (const table of ['energy_head', 'energy_checkpoint']) {
      const spoilt = await sql`
        update ${sql.table(table)} set state = jsonb_build_object(
          'at', state->'at', 'n', state->'n', 'c', '[{"r":[[7]]}]'::jsonb)
        where device_id = ${deviceId}`.execute(database.db);
      expect(spoilt.numAffectedRows).toBe(table === 'energy_head' ? 1n : 2n);
    }
    await send(...rows.slice(3));
    const twin = await ratedDevice(database, tenant);
    const readings = rows.map(([hour, kwh]) => ({
      deviceId: twin,
      at: DAY + hour * HOUR,
      registers: { activeTotal: kwh },
    }));
    await sendRegisters(ctx, tenant, readings);
    await runEnergy(ctx);
    expect(
      firstDifference(await ledgerOf(database, deviceId), await ledgerOf(database, twin)),
    ).toBeUndefined();
  });

  it('marks a day final a day after its end once the device has reported, until it changes', async () => {
    const { send, groups, tenant, ctx, deviceId } = await world(database, 'final');
    await send([1, 100], [6, 101], [30, 102]);
    const finals = async () => (await groups()).map((day) => (day as unknown[]).at(-1));
    const finish = async () => {
      await finishEnergyDays(ctx);
      await runEnergy(ctx);
      return finals();
    };
    expect(await finish()).toEqual([false, false]);
    await database.db
      .updateTable('device_state')
      .set({ heard_at: new Date(DAY + 25 * HOUR) })
      .where('device_id', '=', deviceId)
      .execute();
    // The device was last seen after the end of the first day, 36 hours ago, but not of the second.
    expect(await finish()).toEqual([true, false]);
    await send([7, 101.5]);
    expect(await finals()).toEqual([false, false]);
    await sendRegisters(ctx, tenant, [
      { deviceId, at: DAY + 8 * HOUR, registers: { activeTotal: 101.6 } },
    ]);
    await finishEnergyDays(ctx);
    expect(await finals()).toEqual([false, false]);
    await runEnergy(ctx);
    expect(await finish()).toEqual([true, false]);
  });
});
