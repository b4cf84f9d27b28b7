/**
 * The explanation of an energy value: its sums equal the ledger, and its steps name every fault.
 */
import type { AnswerOf } from '@busbar/contract/call';
import type { CallByName } from '@busbar/contract/catalogue';
import { expect, it } from 'vitest';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { changeRate } from '../../src/areas/energy/tariffs/save-rate.ts';
import type { Context } from '../../src/context.ts';
import { energyDaysHandlers } from '../../src/http/v2/energy/energy-days.ts';
import { energyExplanationHandlers } from '../../src/http/v2/energy/energy-explanation.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { describeWithDatabase } from '../support/databases.ts';
import type { Tenant } from '../support/factories/tenant.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { testContext } from '../support/test-context.ts';
import { ledgerTenant, ratedDevice, sendRegisters } from './ledger-fixture.ts';

const HOUR = 3_600_000;
const ZONE = 'Asia/Shanghai';
/** 2026-10-20 00:00 in Shanghai: the days cross the end of a settlement period. */
const START = Date.UTC(2026, 9, 19, 16);
const DAYS = 20;
const NOW = START + DAYS * 24 * HOUR;

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/** Hourly kWh with resets, meter replacements, jitter, jumps, glitches and silences. */
function history(random: () => number): { at: number; kwh: number }[] {
  let kwh = 5000;
  const rows: { at: number; kwh: number }[] = [];
  for (let hour = 1; hour <= DAYS * 24; hour += 1) {
    kwh += random() * 4;
    const fault = random();
    if (fault < 0.01) kwh = random() * 2;
    else if (fault < 0.02) kwh = 30_000 * random();
    else if (fault < 0.03) kwh += 900_000;
    const shown = fault > 0.97 ? 0 : fault > 0.94 ? kwh - 0.05 : kwh;
    if (fault > 0.05 && fault < 0.07) hour += Math.floor(random() * 40);
    rows.push({ at: START + hour * HOUR + 1, kwh: Math.round(shown * 100) / 100 });
  }
  return rows.filter(({ at }) => at <= NOW);
}

type Query = Readonly<Record<string, unknown>>;

function dataOf<T>(answer: unknown): T {
  if (!Object.hasOwn(answer as object, 'data')) throw new Error(JSON.stringify(answer));
  return (answer as { data: T }).data;
}

const explain = async (ctx: Context, tenant: Tenant, query: Query) =>
  dataOf<AnswerOf<CallByName<'v2.energy-explanation'>>['data']>(
    await energyExplanationHandlers(ctx)['v2.energy-explanation']({
      query,
      caller: callerOf(tenant),
    } as never),
  );

const daysOf = async (ctx: Context, tenant: Tenant, query: Query) =>
  dataOf<AnswerOf<CallByName<'v2.energy-days'>>['data']>(
    await energyDaysHandlers(ctx)['v2.energy-days']({ query, caller: callerOf(tenant) } as never),
  );

const sumOf = (numbers: readonly number[]) =>
  Math.round(numbers.reduce((sum, number) => sum + number, 0) * 1000) / 1000;

describeWithDatabase('the explanation of energy', (database) => {
  it('has sums by step, day and line that equal the ledger’s days, for random histories', async () => {
    await ensurePartitions(database, START, NOW);
    const ctx = testContext(database, {}, START + 6 * 24 * HOUR);
    const tenant = await ledgerTenant(database, ZONE, 'explained');
    const prices = { sharp: 1.37, peak: 1.11, offPeak: 0.71, valley: 0.33 };
    const changed = await changeRate(ctx, callerOf(tenant), tenant.rateId, {
      name: 'later',
      prices,
    });
    expect(changed.ok).toBe(true);
    ctx.clock.advance(NOW - ctx.clock.now());
    const kinds = new Set<string>();
    for (let seed = 1; seed <= 6; seed += 1) {
      const random = randomOf(seed);
      const deviceId = await ratedDevice(database, tenant);
      const readings = history(random).map(({ at, kwh }) => ({
        deviceId,
        at,
        registers: { activeTotal: kwh },
      }));
      await sendRegisters(ctx, tenant, readings);
      await runEnergy(ctx);
      for (const [start, end] of [
        ['2026-10-20', '2026-11-08'],
        ['2026-10-28', '2026-11-03'],
        ['2026-11-02', '2026-11-02'],
      ]) {
        const query = { device_code: String(deviceId), start, end };
        const data = await explain(ctx, tenant, query);
        const known = await daysOf(ctx, tenant, { ...query, ps: 100, order: 'asc' });
        for (const { registers } of data.steps) for (const { kind } of registers) kinds.add(kind);
        expect(data.pending).toBe(false);
        expect(data.days.map(({ date, ept, fee }) => [date, ept, fee])).toEqual(
          known.list.map(({ date, ept, fee }) => [date, ept, fee]),
        );
        const { ept, fee } = known.sums;
        expect([data.sums.ept, data.sums.fee]).toEqual([ept, fee]);
        expect(sumOf(data.steps.map((step) => step.ept))).toBe(ept);
        expect(sumOf(data.days.flatMap(({ lines }) => lines.map((line) => line.fee!)))).toBe(fee);
        for (const { date, ept: ofDay, lines, fee: feeOfDay } of data.days) {
          const steps = data.steps.filter((step) => step.date === date);
          expect(sumOf(steps.map((step) => step.ept))).toBe(ofDay);
          expect(sumOf(lines.map((line) => line.fee!))).toBe(feeOfDay);
          expect(lines[0]?.rate_version).toBe(date < '2026-10-26' ? 1 : 2);
        }
      }
    }
    expect([...kinds].sort()).toEqual(
      ['first', 'impossible', 'jitter', 'normal', 'reset', 'swap'].sort(),
    );
  });

  it('lists a reset, a silence and excluded energy as separate steps', async () => {
    await ensurePartitions(database, START, NOW);
    const ctx = testContext(database, {}, NOW);
    const tenant = await ledgerTenant(database, ZONE, 'told');
    const deviceId = await ratedDevice(database, tenant);
    const shown = [100, 101, 102, 0.5, 1.5, 2.5, 9_002.5, 9_003.5, 9_004.5];
    const readings = shown.map((kwh, i) => ({
      deviceId,
      at: START + (i < 8 ? i + 1 : 20) * 900_000,
      registers: { activeTotal: kwh },
    }));
    await sendRegisters(ctx, tenant, readings);
    await runEnergy(ctx);
    const query = { device_code: String(deviceId), start: '2026-10-20', end: '2026-10-20' };
    const told = await explain(ctx, tenant, query);
    expect(
      told.steps.map((step) => {
        const [note] = step.registers;
        return [step.readings, step.ept, note?.kind, note?.reason, note?.apart, step.estimated];
      }),
    ).toEqual([
      [1, 0, 'first', 'first-reading', 0, null],
      [2, 2, 'normal', 'within-limit', 0, null],
      [1, 0.5, 'reset', 'awaits-next', 0, 'lower-bound'],
      [1, 1, 'reset', 'confirmed', 0, null],
      [1, 1, 'normal', 'within-limit', 0, null],
      [1, 0, 'impossible', 'awaits-next', 9000, null],
      [1, 1, 'impossible', 'confirmed', 9000, null],
      [1, 1, 'normal', 'within-limit', 0, 'long-step'],
    ]);
    expect(told.steps.map((step) => step.confirmed_at)).toEqual([
      ...[null, null, START + 5 * 900_000, null, null, null, null, null],
    ]);
    expect(told.steps.at(-1)?.silent_since).toBe(START + 8 * 900_000);
    expect(told.steps[1]?.registers).toMatchObject([{ base: 100, value: 102, counted: 2 }]);
    const instants = { start: '2026-10-20 05:00:00', end: String(START + 24 * HOUR) };
    expect(await explain(ctx, tenant, { ...query, ...instants })).toEqual(told);
    await expect(explain(ctx, tenant, { ...query, end: '2026-10-32' })).rejects.toThrow(
      'date-invalid',
    );
    await expect(explain(ctx, tenant, { ...query, start: '2026-09-01' })).rejects.toThrow(
      'range-invalid',
    );
  });
});
