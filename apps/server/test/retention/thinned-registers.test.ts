/**
 * The ledger after its oldest registers are purged: bills and days are unchanged by any
 * recomputation, and a recomputation that is impossible is rejected with a reason.
 */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { settle } from '../../src/areas/energy/billing/settle.ts';
import { explainEnergy } from '../../src/areas/energy/explanation/explanation-service.ts';
import {
  addOverride,
  withdrawOverride,
} from '../../src/areas/energy/explanation/override-service.ts';
import { finishEnergyDays, runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import { purgeCheckpoints } from '../../src/areas/platform/retention/purge-checkpoints.ts';
import { thinReadings } from '../../src/areas/platform/retention/thin-readings.ts';
import { markDevice } from '../../src/areas/shared/table-writers/energy-flag-queries.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import {
  firstDifference,
  ledgerTenant,
  ratedDevice,
  sendRegisters,
} from '../energy/ledger-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { fixture } from '../support/fixture.ts';
import { testContext } from '../support/test-context.ts';
import { DAY_MS, EDGE, history, monthsOf, NOW } from './thinning-fixture.ts';

const HOUR_MS = 3_600_000;
const ZONE = 'Asia/Shanghai';
/** The readings span 10 May to 20 August 2025; the limit is 08:00 of 1 July in Shanghai. */
const BEGIN = Date.UTC(2025, 4, 10);
const END = Date.UTC(2025, 7, 20);
/** The second device last reported registers at this time, in the middle of a day. */
const SILENT = Date.UTC(2025, 5, 10, 5);
const BACK = Date.UTC(2026, 7, 9);

describeWithDatabase('the ledger without its oldest registers', (database) => {
  const ctx = testContext(database, { KEEP_REGISTERS_DAYS: '401' }, NOW);
  const tenant = fixture(() => ledgerTenant(database, ZONE, 'years'));
  let steady: number;
  let silent: number;

  /** Returns uneven register values, with a second register that every third reading contains. */
  const registersAt = (at: number) => {
    const hour = Math.round((at - BEGIN) / HOUR_MS);
    const activeTotal = 1000 + hour * 2 + (hour % 7) * 0.25;
    return hour % 3 === 0 ? { activeTotal, activeImport: activeTotal / 2 } : { activeTotal };
  };
  const hourly = (deviceId: number, from: number, to: number) =>
    Array.from({ length: Math.floor((to - from) / HOUR_MS) }, (_, n) => {
      const at = from + n * HOUR_MS;
      return { deviceId, at, registers: registersAt(at) };
    });
  const fold = async () => {
    await runEnergy(ctx);
    await finishEnergyDays(ctx);
    await runEnergy(ctx);
  };
  /** Returns days, months, groups, bills and adjustments, as text. */
  const ledger = async (): Promise<string> => {
    const parts: string[] = [];
    for (const [table, order] of [
      ['energy_day', 'device_id, day, channel'],
      ['energy_device_month', 'device_id, month'],
      ['energy_group_day', 'group_id, day'],
      ['settlement_period', 'start_day'],
      ['bill_line', 'start_day, device_id, band'],
      ['bill_adjustment', 'bill_adjustment_id'],
    ] as const) {
      const { rows } = await sql<{ text: string | null }>`
        select string_agg((to_jsonb(t) - 'final' - 'closed_at')::text, E'\n' order by ${sql.raw(order)}) as text
        from ${sql.table(table)} t where customer_id = ${tenant.customerId}`.execute(database.db);
      parts.push(`${table}\n${rows[0]?.text ?? ''}`);
    }
    return parts.join('\n');
  };
  const rebuild = async (deviceId: number) => {
    await database.transaction((trx) => markDevice(trx, tenant.customerId, deviceId));
    await fold();
    await settle(ctx);
  };
  const firstRegister = async () => {
    const { rows } = await sql<{ first: number }>`
      select min(ts) as first from energy_register where customer_id = ${tenant.customerId}`.execute(
      database.db,
    );
    return rows[0]!.first;
  };
  const billed = async (deviceId: number, from = '2000-01-01'): Promise<number> => {
    const { rows } = await sql<{ wh: number }>`
      select coalesce(sum(energy_wh), 0)::int8 as wh from energy_day
      where device_id = ${deviceId} and channel = 'activeTotal' and day >= ${from}::date`.execute(
      database.db,
    );
    return rows[0]!.wh;
  };
  let before: string;
  let overrideId: number;

  beforeAll(async () => {
    await ensurePartitions(database, BEGIN, NOW);
    steady = await ratedDevice(database, tenant);
    silent = await ratedDevice(database, tenant);
    for (const [device, end] of [
      [steady, END],
      [silent, SILENT],
    ] as const) {
      const all = hourly(device, BEGIN, end);
      for (let from = 0; from < all.length; from += 1000) {
        await sendRegisters(ctx, tenant, all.slice(from, from + 1000));
      }
    }
    await sql`update device_state set heard_at = ${new Date(NOW)}
      where customer_id = ${tenant.customerId}`.execute(database.db);
    await fold();
    const added = await addOverride(ctx, callerOf(tenant), {
      device: String(steady),
      at: BEGIN + 100 * HOUR_MS,
      channel: null,
      decision: 'set',
      energyKwh: 5,
      reason: 'read at the meter',
    });
    if (!added.ok) throw new Error(added.refusal);
    overrideId = added.value.id;
    await fold();
    await settle(ctx);
    before = await ledger();
    expect(before.split('\nbill_line\n')[1]!.split('\n').length).toBeGreaterThan(10);
  }, 300_000);

  it('retains registers until the last one before the limit is processed', async () => {
    await sql`insert into energy_work (customer_id, device_id, from_ts)
      values (${tenant.customerId}, ${steady}, ${new Date(EDGE + HOUR_MS)})`.execute(database.db);
    await thinReadings(ctx);
    expect(await firstRegister()).toBe(BEGIN);
    await fold();
    expect(firstDifference(before, await ledger())).toBeUndefined();
  });

  it('is unchanged after they are purged, and after a recomputation', async () => {
    await thinReadings(ctx);
    expect(await firstRegister()).toBe(EDGE);
    expect(await monthsOf(database, 'energy_register')).not.toContain('energy_register_2025_06');
    for (const device of [steady, silent]) await rebuild(device);
    expect(firstDifference(before, await ledger())).toBeUndefined();
    // Results that depend on the limit are recomputed where the registers exist.
    await sql`update device set rated_current_a = 60 where device_id = ${steady}`.execute(
      database.db,
    );
    await rebuild(steady);
    expect(firstDifference(before, await ledger())).toBeUndefined();
  });

  it('is unchanged with only the last of the old states, or with no readable one', async () => {
    await purgeCheckpoints(ctx);
    const { rows } = await sql<{ days: string }>`
      select string_agg(day::text, ' ' order by day) as days from energy_checkpoint
      where device_id = ${steady} and day < '2025-07-03'`.execute(database.db);
    expect(rows[0]!.days).toBe('2025-06-29 2025-06-30 2025-07-01 2025-07-02');
    await rebuild(steady);
    expect(firstDifference(before, await ledger())).toBeUndefined();

    const old = sql`state || '{"v": -1}'`;
    await sql`update energy_checkpoint set state = ${old} where device_id = ${steady}`.execute(
      database.db,
    );
    await rebuild(steady);
    expect(firstDifference(before, await ledger())).toBeUndefined();
    await sql`update energy_checkpoint set state = ${old} where device_id = ${steady}`.execute(
      database.db,
    );
    await sql`update energy_head set state = ${old} where device_id = ${steady}`.execute(
      database.db,
    );
    await rebuild(steady);
    expect(firstDifference(before, await ledger())).toBeUndefined();
  });

  it('refuses to explain or correct a day with purged registers, and explains the first day after them', async () => {
    const explain = (start: string, end: string) =>
      explainEnergy(ctx, callerOf(tenant), { device: String(steady), start, end });
    expect(await explain('2025-06-10', '2025-06-11')).toMatchObject({
      refusal: 'registers-thinned',
      field: 'start',
    });
    expect(await explain('2025-07-01', '2025-07-03')).toMatchObject({
      refusal: 'registers-thinned',
    });
    const explained = await explain('2025-07-02', '2025-07-03');
    if (!explained.ok) throw new Error(explained.refusal);
    expect(explained.value.days[0]!.energyWh).toBe(
      (await billed(steady, '2025-07-02')) - (await billed(steady, '2025-07-03')),
    );
    const input = {
      device: String(steady),
      channel: null,
      decision: 'ignore',
      energyKwh: undefined,
      reason: 'x',
    } as const;
    expect(
      await addOverride(ctx, callerOf(tenant), { ...input, at: EDGE + HOUR_MS }),
    ).toMatchObject({
      refusal: 'registers-thinned',
    });
    expect(
      await withdrawOverride(ctx, callerOf(tenant), String(overrideId), 'was wrong'),
    ).toMatchObject({
      refusal: 'registers-thinned',
    });
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from energy_override
      where energy_override_id = ${overrideId} and withdrawn_at is null`.execute(database.db);
    expect(rows[0]!.count).toBe(1);
    expect(
      await addOverride(ctx, callerOf(tenant), { ...input, at: EDGE + 20 * HOUR_MS }),
    ).toMatchObject({
      ok: true,
    });
  });

  it('counts once the energy of a device offline since before the limit, even if it reports late', async () => {
    const used = (at: number) => Math.round((registersAt(at).activeTotal - 1000) * 1000);
    const until = await billed(silent);
    expect(until).toBe(used(SILENT - HOUR_MS));
    const last = { deviceId: silent, at: BACK };
    const shown = 1000 + used(SILENT - HOUR_MS) / 1000 + 30;
    await sendRegisters(ctx, tenant, [{ ...last, registers: { activeTotal: shown } }]);
    await fold();
    expect(await billed(silent)).toBe(until + 30_000);
    await sendRegisters(ctx, tenant, [
      { deviceId: silent, at: BACK - 2 * DAY_MS, registers: { activeTotal: shown - 10 } },
    ]);
    await fold();
    expect(await billed(silent)).toBe(until + 30_000);
    expect(await billed(silent, '2026-08-08')).toBe(10_000);
    await rebuild(silent);
    expect(await billed(silent)).toBe(until + 30_000);
  });

  it('shows the last register of each quarter hour in the history', async () => {
    const { rows, total, thinnedBefore } = await history(ctx, tenant, {
      device: steady,
      table: 'energy_register',
      columns: ['active_total_kwh'],
      from: EDGE - 2 * HOUR_MS,
      to: EDGE + 2 * HOUR_MS,
    });
    const times = [1, 0, -1, -2].map((hour) => EDGE + hour * HOUR_MS);
    expect(rows).toEqual(times.map((at) => ({ at, values: [registersAt(at).activeTotal] })));
    expect([total, thinnedBefore]).toEqual([4, EDGE]);
  });
});
