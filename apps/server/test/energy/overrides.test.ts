/**
 * Energy corrections: an override has exactly the previewed effect everywhere, and its withdrawal
 * reverts it.
 */
import type { AnswerOf } from '@busbar/contract/call';
import type { CallByName } from '@busbar/contract/catalogue';
import { expect, it } from 'vitest';
import { findBill } from '../../src/areas/energy/billing/bill-service.ts';
import { settle } from '../../src/areas/energy/billing/settle.ts';
import { explainEnergy } from '../../src/areas/energy/explanation/explanation-service.ts';
import { finishEnergyDays, runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import type { Context } from '../../src/context.ts';
import { energyOverrideHandlers } from '../../src/http/v2/energy/energy-overrides.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { describeWithDatabase, type TestDatabase } from '../support/databases.ts';
import type { Tenant } from '../support/factories/tenant.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { testContext } from '../support/test-context.ts';
import { ledgerOf, ledgerTenant, ratedDevice, sendRegisters } from './ledger-fixture.ts';

const HOUR = 3_600_000;
const ZONE = 'Asia/Shanghai';
/** 2026-10-20 00:00 in Shanghai. */
const START = Date.UTC(2026, 9, 19, 16);
const HOURS = 20 * 24;
const NOW = START + (HOURS + 30 * 24) * HOUR;
/**
 * The meter was replaced at this hour: the register falls, and the step ends at the next reading.
 */
const FELL = 100;
const CONFIRMED = START + (FELL + 1) * HOUR;

const register = (hour: number): number =>
  Math.round((hour < FELL ? 90_000 + 1.37 * hour : 40_000 + 1.37 * (hour - FELL)) * 100) / 100;

type Fields = Readonly<Record<string, unknown>>;

function dataOf<T>(answer: unknown): T {
  if (!Object.hasOwn(answer as object, 'data')) throw new Error(JSON.stringify(answer));
  return (answer as { data: T }).data;
}

function callsOf(ctx: Context, tenant: Tenant) {
  const handlers = energyOverrideHandlers(ctx);
  const caller = callerOf(tenant);
  return {
    add: async (body: Fields) =>
      dataOf<AnswerOf<CallByName<'v2.energy-overrides.add'>>['data']>(
        await handlers['v2.energy-overrides.add']({ body, caller } as never),
      ),
    withdraw: async (id: unknown, reason: string) =>
      dataOf<AnswerOf<CallByName<'v2.energy-overrides.withdraw'>>['data']>(
        await handlers['v2.energy-overrides.withdraw']({
          params: { id: String(id) },
          query: { reason },
          caller,
        } as never),
      ),
    list: async (deviceId: number) =>
      dataOf<AnswerOf<CallByName<'v2.energy-overrides'>>['data']>(
        await handlers['v2.energy-overrides']({
          query: { device_code: String(deviceId) },
          caller,
        } as never),
      ).list,
  };
}

/** Returns the energy in kWh and the fee of each day. */
async function daysOf(database: TestDatabase, deviceId: number) {
  const rows = await database.db
    .selectFrom('energy_day')
    .where('device_id', '=', deviceId)
    .where('channel', '=', 'activeTotal')
    .selectAll()
    .execute();
  return new Map(
    rows.map((row) => {
      const fees = [row.fee_sharp, row.fee_peak, row.fee_off_peak, row.fee_valley];
      const fee = fees.reduce<number>((sum, one) => sum + (one ?? 0), 0) / 100;
      return [row.day, { ept: row.energy_wh / 1000, fee }];
    }),
  );
}

async function world(database: TestDatabase, label: string) {
  await ensurePartitions(database, START, NOW);
  const ctx = testContext(database, {}, NOW);
  const tenant = await ledgerTenant(database, ZONE, label);
  const deviceId = await ratedDevice(database, tenant);
  const readings = Array.from({ length: HOURS }, (_, i) => ({
    deviceId,
    at: START + (i + 1) * HOUR,
    registers: { activeTotal: register(i + 1) },
  }));
  await sendRegisters(ctx, tenant, readings);
  await runEnergy(ctx);
  return { database, ctx, tenant, deviceId, ...callsOf(ctx, tenant) };
}

describeWithDatabase('energy corrections', (database) => {
  it.each([
    ['set', 7.25],
    ['ignore', null],
    ['count', null],
  ])(
    '%s: changes the days as previewed, and withdrawal restores them',
    async (decision, energy) => {
      const { ctx, tenant, deviceId, add, withdraw, list } = await world(database, `r-${decision}`);
      const before = await daysOf(database, deviceId);
      const ledger = await ledgerOf(database, deviceId);
      const body = { device_code: String(deviceId), register_ts: CONFIRMED, decision, energy };
      const preview = await add({ ...body, preview: true });
      expect(await ledgerOf(database, deviceId)).toBe(ledger);
      expect(await list(deviceId)).toEqual([]);
      expect(preview.effect.days.length).toBeGreaterThan(0);

      const added = await add({ ...body, reason: 'Meter exchanged' });
      expect(added.effect).toEqual(preview.effect);
      await runEnergy(ctx);
      const after = await daysOf(database, deviceId);
      const changed = [...after].filter(
        ([day, amounts]) => JSON.stringify(before.get(day)) !== JSON.stringify(amounts),
      );
      expect(preview.effect.days).toEqual(
        changed.map(([date, amounts]) => ({ date, before: before.get(date), after: amounts })),
      );
      const { before: was, after: is } = preview.effect;
      const step = decision === 'set' ? 7.25 - 1.37 : -1.37;
      expect(is.ept - was.ept).toBeCloseTo(step, 6);

      await expect(add({ ...body, reason: 'again' })).rejects.toThrow('override-exists');
      const withdrawn = await withdraw(added.id, 'It was not');
      expect(withdrawn.effect.days).toEqual(
        preview.effect.days.map(({ date, before: old, after: now }) => ({
          date,
          before: now,
          after: old,
        })),
      );
      await runEnergy(ctx);
      expect(await ledgerOf(database, deviceId)).toBe(ledger);
      await expect(withdraw(added.id, 'twice')).rejects.toThrow('override-withdrawn');
      expect(await list(deviceId)).toMatchObject([
        { decision, energy, reason: 'Meter exchanged', withdrawal_reason: 'It was not' },
      ]);
      const logged = await database.db
        .selectFrom('operation_log')
        .where('customer_id', '=', tenant.customerId)
        .where('module', '=', 'Energy')
        .orderBy('logged_at')
        .orderBy('operation_log_id')
        .select(['command', 'detail'])
        .execute();
      expect(logged).toMatchObject([
        {
          command: 'correct energy',
          detail: {
            decision,
            reason: 'Meter exchanged',
            before: { energyWh: Math.round(was.ept * 1000), fee: Math.round(was.fee! * 100) },
            after: { energyWh: Math.round(is.ept * 1000), fee: Math.round(is.fee! * 100) },
          },
        },
        { command: 'withdraw energy correction', detail: { reason: 'It was not' } },
      ]);
    },
  );

  it('count an excluded jump after an override, and the explanation names the user', async () => {
    const { ctx, tenant, add } = await world(database, 'r-jump');
    const deviceId = await ratedDevice(database, tenant);
    const at = (hour: number) => START + hour * HOUR;
    const shown = [100, 101, 9101, 9102, 9103];
    const readings = shown.map((activeTotal, i) => ({
      deviceId,
      at: at(i + 1),
      registers: { activeTotal },
    }));
    await sendRegisters(ctx, tenant, readings);
    await runEnergy(ctx);
    const body = { device_code: String(deviceId), register_ts: at(3), decision: 'count' };
    const { effect } = await add({ ...body, channel: 'activeTotal', reason: 'Silent feeder' });
    expect(effect.days).toMatchObject([
      { date: '2026-10-20', before: { ept: 3 }, after: { ept: 9003 } },
    ]);
    await runEnergy(ctx);
    const explained = await explainEnergy(ctx, callerOf(tenant), {
      device: String(deviceId),
      start: '2026-10-20',
      end: '2026-10-20',
    });
    expect(explained).toMatchObject({
      value: {
        isPending: false,
        days: [{ energyWh: 9_003_000 }],
        overrides: [{ at: at(3), reason: 'Silent feeder', decidedBy: 'r-jump-admin' }],
      },
    });
    if (!explained.ok) throw new Error(explained.refusal);
    const decided = explained.value.steps.find((step) => step.at === at(3));
    expect(decided).toMatchObject({ isPlain: false, energyWh: 9_000_000 });
    expect(decided?.registers).toMatchObject([{ reason: 'override', baseWh: 101_000, apartWh: 0 }]);
  });

  it('leave the bill of a closed period unchanged and appear in the current one', async () => {
    const { ctx, tenant, deviceId, add } = await world(database, 'r-closed');
    await database.db
      .updateTable('device_state')
      .set({ heard_at: new Date(NOW) })
      .where('customer_id', '=', tenant.customerId)
      .execute();
    await finishEnergyDays(ctx);
    await settle(ctx);
    const bill = async (start?: string) => {
      const found = await findBill(ctx, callerOf(tenant), { start, page: 1 });
      if (!found.ok) throw new Error(found.refusal);
      return found.value;
    };
    const october = await bill('2026-10-01');
    expect(october.period.state).toBe('closed');
    const body = {
      device_code: String(deviceId),
      register_ts: CONFIRMED,
      reason: 'Meter exchanged',
    };
    const { effect } = await add({ ...body, decision: 'set', energy: 55.5 });
    await runEnergy(ctx);
    await settle(ctx);
    expect(await bill('2026-10-01')).toEqual(october);
    const { adjustments } = await bill();
    expect(adjustments).toMatchObject([
      {
        ofStart: '2026-10-01',
        reason: 'correction',
        energyWh: 54_130,
        amount: Math.round((effect.after.fee! - effect.before.fee!) * 100),
      },
    ]);
  });

  it('are rejected with the name of the field if the decision is invalid', async () => {
    const { deviceId, add, withdraw } = await world(database, 'r-wrong');
    const body = { device_code: String(deviceId), register_ts: CONFIRMED, decision: 'ignore' };
    for (const [wrong, refusal, field] of [
      [{}, 'override-reason-required', 'reason'],
      [{ reason: '  ' }, 'override-reason-required', 'reason'],
      [{ register_ts: CONFIRMED + 1, reason: 'x' }, 'register-unknown', 'register_ts'],
      [{ register_ts: 'yesterday', reason: 'x' }, 'register-unknown', 'register_ts'],
      [{ decision: 'set', reason: 'x' }, 'override-energy-invalid', 'energy'],
      [{ decision: 'set', energy: -1, reason: 'x' }, 'override-energy-invalid', 'energy'],
      [{ decision: 'set', energy: 1e12, reason: 'x' }, 'override-energy-invalid', 'energy'],
      [{ device_code: 'NOSUCHDEVICE', reason: 'x' }, 'not-found', 'device_code'],
    ] as const) {
      const refused = JSON.stringify({ ok: false, refusal, field });
      await expect(add({ ...body, ...wrong })).rejects.toThrow(refused);
    }
    await expect(withdraw(999_999_999, 'x')).rejects.toThrow('not-found');
  });
});
