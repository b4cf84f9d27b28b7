/**
 * Energy that a later reading confirms moves into its own day, quarter hour and settlement period;
 * the bills of all periods always add up to the days.
 */
import { QUARTER_MS } from '@busbar/domain/consumption/day-slots';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { findBill } from '../../src/areas/energy/billing/bill-service.ts';
import { closePeriod } from '../../src/areas/energy/billing/close-period.ts';
import { settle } from '../../src/areas/energy/billing/settle.ts';
import { findSettlement } from '../../src/areas/energy/billing/settlement-service.ts';
import { explainEnergy } from '../../src/areas/energy/explanation/explanation-service.ts';
import { claimMarks } from '../../src/areas/energy/ledger/energy-work-queries.ts';
import { foldRound } from '../../src/areas/energy/ledger/fold-round.ts';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { markDevice } from '../../src/areas/shared/table-writers/energy-flag-queries.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { describeWithDatabase } from '../support/databases.ts';
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

const ZONE = 'Asia/Shanghai';
/** 2026-11-01 00:00 in Shanghai. */
const MONTH = Date.UTC(2026, 9, 31, 16);
const HOUR = 3_600_000;
const NOW = MONTH + 30 * HOUR;
const ROUND = { devices: 100, registers: 10_000, registersOfFew: 10_000 };

describeWithDatabase('energy confirmed by a later reading', (database) => {
  beforeAll(() => ensurePartitions(database, MONTH - 60 * 24 * HOUR, NOW));

  async function world(label: string) {
    const ctx = testContext(database, {}, NOW);
    const tenant = await ledgerTenant(database, ZONE, label);
    const deviceId = await ratedDevice(database, tenant);
    const send = async (...rows: readonly (readonly [at: number, kwh: number])[]) => {
      const readings = rows.map(([at, kwh]) => ({ deviceId, at, registers: { activeTotal: kwh } }));
      await sendRegisters(ctx, tenant, readings);
    };
    return { ctx, tenant, deviceId, send };
  }

  async function daysOf(deviceId: number) {
    const { rows } = await sql<{ day: string; wh: number; fee: number; estimated: boolean }>`
      select day, energy_wh as wh, estimated,
        (fee_sharp + fee_peak + fee_off_peak + fee_valley)::bigint as fee
      from energy_day where device_id = ${deviceId} and channel = 'activeTotal'
      order by day`.execute(database.db);
    return rows;
  }

  /** Returns the energy and money of all bills and of the overview, minus those of the days. */
  async function imbalance(ctx: TestContext, tenant: Tenant, deviceId: number) {
    const days = await daysOf(deviceId);
    const caller = callerOf(tenant);
    const { periods } = await findSettlement(ctx, caller);
    let [billWh, bill] = [0, 0];
    for (const { start } of periods) {
      const found = await findBill(ctx, caller, { start, page: 1 });
      if (!found.ok) throw new Error(found.refusal);
      const { energyWh, amount, adjustment, adjustments } = found.value;
      billWh += energyWh + adjustments.reduce((sum, line) => sum + line.energyWh, 0);
      bill += amount! + adjustment;
    }
    const sum = (of: (day: (typeof days)[number]) => number) =>
      days.reduce((total, day) => total + of(day), 0);
    const [wh, fee] = [sum((day) => day.wh), sum((day) => day.fee)];
    const ofPeriods = (of: (period: (typeof periods)[number]) => number) =>
      periods.reduce((total, period) => total + of(period), 0);
    return {
      bills: [billWh - wh, bill - fee],
      overview: [
        ofPeriods((period) => period.energyWh + period.adjustmentWh) - wh,
        ofPeriods((period) => period.amount! + period.adjustment) - fee,
      ],
    };
  }
  const BALANCED = { bills: [0, 0], overview: [0, 0] };

  it('belongs to the day before midnight, even if the ledger processes each reading separately', async () => {
    const { ctx, tenant, deviceId, send } = await world('reset');
    for (const [quarter, kwh] of [
      [-2, 4_999],
      [-1, 5_000],
      [0, 0.42],
      [1, 1.55],
      [2, 2],
    ] as const) {
      await send([MONTH + quarter * QUARTER_MS, kwh]);
      await runEnergy(ctx);
    }
    const days = await daysOf(deviceId);
    expect(days.map(({ day, wh, estimated }) => [day, wh, estimated])).toEqual([
      ['2026-10-31', 1_420, true],
      ['2026-11-01', 1_580, false],
    ]);
    const { rows } = await sql<{ wh: number[]; fee: number[]; slots: number[] }>`
      select slot_wh[94:96] as wh, slot_fee[94:96] as fee, estimated_slots as slots
      from energy_slot where device_id = ${deviceId} and day = '2026-10-31'`.execute(database.db);
    expect(rows).toEqual([{ wh: [0, 1_000, 420], fee: [0, 260, 109], slots: [95] }]);

    const incremental = await ledgerOf(database, deviceId);
    await database.transaction((trx) => markDevice(trx, tenant.customerId, deviceId));
    await runEnergy(ctx);
    expect(firstDifference(await ledgerOf(database, deviceId), incremental)).toBeUndefined();

    for (const [start, end] of [
      ['2026-10-31', '2026-10-31'],
      ['2026-10-31', '2026-11-01'],
      ['2026-11-01', '2026-11-01'],
    ] as const) {
      const query = { device: String(deviceId), start, end };
      const found = await explainEnergy(ctx, callerOf(tenant), query);
      if (!found.ok) throw new Error(found.refusal);
      const own = days.filter(({ day }) => start <= day && day <= end);
      expect(found.value.days.map(({ day, energyWh }) => [day, energyWh])).toEqual(
        own.map(({ day, wh }) => [day, wh]),
      );
      for (const { day, wh } of own) {
        const steps = found.value.steps.filter((step) => step.day === day);
        expect(steps.reduce((sum, { energyWh }) => sum + energyWh, 0)).toBe(wh);
      }
    }
  });

  it('moves into a closed period as an adjustment that is immediately visible', async () => {
    const { ctx, tenant, deviceId, send } = await world('balance');
    const caller = callerOf(tenant);
    await send([MONTH - 48 * HOUR, 100], [MONTH - 24 * HOUR, 110], [MONTH + HOUR, 130]);
    await runEnergy(ctx);
    expect((await closePeriod(ctx, caller, '2026-10-01')).ok).toBe(true);
    expect(await imbalance(ctx, tenant, deviceId)).toEqual(BALANCED);
    // Six of the twenty kWh were used before midnight.
    await send([MONTH, 116]);
    await database.transaction((trx) => claimMarks(trx, ROUND.devices, NOW));
    expect(await imbalance(ctx, tenant, deviceId)).toEqual(BALANCED);
    await database.transaction((trx) => foldRound(trx, ROUND, NOW));
    expect((await daysOf(deviceId)).map(({ wh }) => wh)).toEqual([0, 10_000, 6_000, 14_000]);
    // The group sums are not updated yet, and the settlement job has not run.
    expect(await imbalance(ctx, tenant, deviceId)).toEqual(BALANCED);
    await runEnergy(ctx);
    expect(await imbalance(ctx, tenant, deviceId)).toEqual(BALANCED);
    await settle(ctx);
    expect(await imbalance(ctx, tenant, deviceId)).toEqual(BALANCED);
    const running = await findBill(ctx, caller, { page: 1 });
    expect(running.ok && running.value.adjustments).toMatchObject([
      { ofStart: '2026-10-01', energyWh: 6_000, reason: 'late-readings' },
    ]);
  });

  it('moves into a closed period when the reading after a reset arrives', async () => {
    const { ctx, tenant, deviceId, send } = await world('closed');
    await send([MONTH - 2 * HOUR, 5_000], [MONTH - HOUR, 5_001], [MONTH, 0.42]);
    await runEnergy(ctx);
    expect((await closePeriod(ctx, callerOf(tenant), '2026-10-01')).ok).toBe(true);
    await send([MONTH + HOUR, 1.55]);
    await runEnergy(ctx);
    expect(await imbalance(ctx, tenant, deviceId)).toEqual(BALANCED);
    const running = await findBill(ctx, callerOf(tenant), { page: 1 });
    expect(running.ok && running.value.adjustments).toMatchObject([{ energyWh: 420, amount: 11 }]);
  });

  it('moves into a closed period when a reading with all band registers arrives', async () => {
    const { ctx, tenant, deviceId } = await world('bands');
    const send = (at: number, activeTotal: number, valley?: number) =>
      sendRegisters(ctx, tenant, [
        {
          deviceId,
          at,
          registers:
            valley === undefined
              ? { activeTotal }
              : { activeTotal, activeTotalPeak: 50, activeTotalValley: valley },
        },
      ]);
    await send(MONTH - 2 * HOUR, 100, 50);
    await send(MONTH, 110);
    await runEnergy(ctx);
    expect((await daysOf(deviceId)).map(({ wh }) => wh)).toEqual([0]);
    expect((await closePeriod(ctx, callerOf(tenant), '2026-10-01')).ok).toBe(true);
    await send(MONTH + HOUR, 112, 62);
    await runEnergy(ctx);
    const { rows } = await sql<{ wh: number; valley: number }>`
      select energy_wh as wh, valley_wh as valley from energy_day
      where device_id = ${deviceId} and channel = 'activeTotal' order by day`.execute(database.db);
    expect(rows).toEqual([
      { wh: 10_000, valley: 10_000 },
      { wh: 2_000, valley: 2_000 },
    ]);
    expect(await imbalance(ctx, tenant, deviceId)).toEqual(BALANCED);
    const running = await findBill(ctx, callerOf(tenant), { page: 1 });
    expect(running.ok && running.value.adjustments).toMatchObject([{ energyWh: 10_000 }]);
    const query = { device: String(deviceId), start: '2026-10-31', end: '2026-11-01' };
    const found = await explainEnergy(ctx, callerOf(tenant), query);
    if (!found.ok) throw new Error(found.refusal);
    const steps = found.value.steps.map(({ at, energyWh }) => [at, energyWh]);
    expect(steps.slice(-2)).toEqual([
      [MONTH, 10_000],
      [MONTH + HOUR, 2_000],
    ]);
  });
});
