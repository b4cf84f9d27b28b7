/** The list of days with estimated energy: its reasons, its corrections and its tenant isolation. */
import type { AnswerOf } from '@busbar/contract/call';
import type { CallByName } from '@busbar/contract/catalogue';
import { expect, it } from 'vitest';
import {
  addOverride,
  withdrawOverride,
} from '../../src/areas/energy/explanation/override-service.ts';
import { runEnergy } from '../../src/areas/energy/ledger/run-energy.ts';
import type { Caller } from '../../src/caller.ts';
import type { Context } from '../../src/context.ts';
import { energyEstimateHandlers } from '../../src/http/v2/energy/energy-estimates.ts';
import { ensurePartitions } from '../../src/storage/partitions.ts';
import { describeWithDatabase, type TestDatabase } from '../support/databases.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { testContext } from '../support/test-context.ts';
import { ledgerTenant, ratedDevice, sendRegisters } from './ledger-fixture.ts';

const HOUR = 3_600_000;
const ZONE = 'Asia/Shanghai';
/** 2026-10-20 00:00 in Shanghai. */
const START = Date.UTC(2026, 9, 19, 16);
const NOW = START + 5 * 24 * HOUR;
const at = (day: number, hour: number): number => START + ((day - 20) * 24 + hour) * HOUR;

type Query = Readonly<Record<string, unknown>>;

async function estimates(ctx: Context, caller: Caller, query: Query = {}) {
  const answer = await energyEstimateHandlers(ctx)['v2.energy-estimates']({
    query,
    caller,
  } as never);
  if (!Object.hasOwn(answer as object, 'data')) throw new Error(JSON.stringify(answer));
  return (answer as { data: AnswerOf<CallByName<'v2.energy-estimates'>>['data'] }).data;
}

/** 1 kWh an hour, offline from 20 October 21:00 to 21 October 06:00. */
const withGap = Array.from({ length: 72 }, (_, i) => i + 1)
  .filter((hour) => hour <= 21 || hour >= 30)
  .map((hour) => ({ at: START + hour * HOUR, registers: { activeTotal: 5000 + hour } }));

/** 1 kWh an hour; the register restarts at 0 between 21 October 09:30 and 10:00. */
const withReset = Array.from({ length: 72 }, (_, i) => i + 1).map((hour) => ({
  at: START + hour * HOUR,
  registers: { activeTotal: hour < 34 ? 5000 + hour : hour - 33.5 },
}));

/** Two groups below the root: a device with a gap and one with a reset, and one with a gap. */
async function world(database: TestDatabase, label: string) {
  await ensurePartitions(database, START, NOW);
  const ctx = testContext(database, {}, NOW);
  const root = await ledgerTenant(database, ZONE, label);
  const branch = (name: string) =>
    createTenant(database, { label: `${label}-${name}`, now: Date.now(), under: root });
  const north = await branch('north');
  const south = await branch('south');
  const ofGap = await ratedDevice(database, north);
  const ofReset = await ratedDevice(database, north);
  const ofSouth = await ratedDevice(database, south);
  for (const [deviceId, readings] of [
    [ofGap, withGap],
    [ofReset, withReset],
    [ofSouth, withGap],
  ] as const) {
    await sendRegisters(
      ctx,
      root,
      readings.map((reading) => ({ deviceId, ...reading })),
    );
  }
  await runEnergy(ctx);
  const codeOf = (deviceId: number) => `DEV-${deviceId}`;
  return {
    ctx,
    root,
    north,
    south,
    ofReset,
    gap: codeOf(ofGap),
    reset: codeOf(ofReset),
    far: codeOf(ofSouth),
  };
}

const codes = ({ list }: Awaited<ReturnType<typeof estimates>>) =>
  list.map((row) => row.device_code);

describeWithDatabase('the days with estimated energy', (database) => {
  it('are listed with their reasons, the estimated energy and the closed period', async () => {
    const { ctx, north, gap, reset } = await world(database, 'listed');
    const caller = callerOf(north);
    const listed = await estimates(ctx, caller);
    const day = { date: '2026-10-21', ept: 24, closed: false, correction: null };
    expect(listed).toMatchObject({ start: '2026-09-25', end: '2026-10-25', total: 2 });
    expect(listed.list).toEqual([
      { ...day, device_name: gap, device_code: gap, kinds: ['gap'], ept: 27, ept_estimated: 9 },
      {
        ...day,
        device_name: reset,
        device_code: reset,
        kinds: ['reset'],
        ept: 23.5,
        ept_estimated: 0.5,
      },
    ]);
    await database.db
      .insertInto('settlement_period')
      .values({
        customer_id: north.customerId,
        start_day: '2026-10-01',
        end_day: '2026-11-01',
        closed_at: new Date(NOW),
        closed_by: null,
      })
      .execute();
    const [first] = (await estimates(ctx, caller)).list;
    expect(first?.closed).toBe(true);
  });

  it('are filtered by days and kind, and paged', async () => {
    const { ctx, north, gap, reset } = await world(database, 'filtered');
    const caller = callerOf(north);
    expect(codes(await estimates(ctx, caller, { kind: 'gap' }))).toEqual([gap]);
    expect(codes(await estimates(ctx, caller, { kind: 'register' }))).toEqual([reset]);
    const second = await estimates(ctx, caller, { pn: 2, ps: 1 });
    expect([second.total, codes(second)]).toEqual([2, [reset]]);
    const days = { start: '2026-10-22', end: '2026-10-24' };
    expect(await estimates(ctx, caller, days)).toEqual({ ...days, list: [], total: 0 });
    await expect(
      estimates(ctx, caller, { start: '2026-10-01', end: '2026-11-01' }),
    ).rejects.toThrow('range-invalid');
  });

  it('do not include devices of a sibling group', async () => {
    const { ctx, root, north, south, gap, reset, far } = await world(database, 'isolated');
    expect(codes(await estimates(ctx, callerOf(root)))).toEqual([gap, reset, far]);
    expect(codes(await estimates(ctx, callerOf(north)))).toEqual([gap, reset]);
    expect(codes(await estimates(ctx, callerOf(south)))).toEqual([far]);
    const ofSouth = { group_id: String(south.groupId) };
    expect(codes(await estimates(ctx, callerOf(root), ofSouth))).toEqual([far]);
    await expect(estimates(ctx, callerOf(north), ofSouth)).rejects.toThrow('group-unknown');
    const other = await createTenant(database, { label: 'other', now: NOW });
    expect(codes(await estimates(ctx, callerOf(other)))).toEqual([]);
  });

  it('leave the list when they are corrected or confirmed, and return on withdrawal', async () => {
    const { ctx, north, ofReset, gap, reset } = await world(database, 'corrected');
    const caller = callerOf(north);
    const channel = 'activeTotal' as const;
    const decide = async (device: string, hour: number, energyKwh: number | null) => {
      const decision = energyKwh === null ? ('count' as const) : ('set' as const);
      const reason = 'Checked';
      const input = { device, at: at(21, hour), channel, decision, energyKwh, reason };
      const added = await addOverride(ctx, caller, input);
      if (!added.ok) throw new Error(JSON.stringify(added));
      await runEnergy(ctx);
      return added.value.id;
    };
    // The energy of the gap does not change, but a user has confirmed it.
    await decide(gap, 6, null);
    expect(codes(await estimates(ctx, caller))).toEqual([reset]);
    // The day of the reset contains no estimate after the correction.
    const id = await decide(String(ofReset), 10, 2.5);
    expect(await estimates(ctx, caller)).toMatchObject({ list: [], total: 0 });
    const all = await estimates(ctx, caller, { corrected: true });
    expect(all.total).toBe(2);
    expect(all.list).toMatchObject([
      { kinds: ['gap'], ept_estimated: 9, correction: { decision: 'count', energy: null } },
      {
        kinds: ['reset'],
        ept_estimated: 0.5,
        ept: 25.5,
        correction: {
          decision: 'set',
          energy: 2.5,
          reason: 'Checked',
          decided_by: caller.userName,
          decided_at: NOW,
        },
      },
    ]);
    const withdrawn = await withdrawOverride(ctx, caller, String(id), 'By mistake');
    expect(withdrawn.ok).toBe(true);
    await runEnergy(ctx);
    expect(codes(await estimates(ctx, caller))).toEqual([reset]);
  });

  it('name a reset that only a reading of the next day confirms', async () => {
    const { ctx, north } = await world(database, 'midnight');
    const deviceId = await ratedDevice(database, north);
    // The restarted register is read for the first time at midnight, which ends 21 October.
    const readings = Array.from({ length: 72 }, (_, i) => i + 1).map((hour) => ({
      deviceId,
      at: START + hour * HOUR,
      registers: { activeTotal: hour < 48 ? 5000 + hour : hour - 47.5 },
    }));
    await sendRegisters(ctx, north, readings);
    await runEnergy(ctx);
    const { list } = await estimates(ctx, callerOf(north));
    expect(list.filter((row) => row.device_code === `DEV-${deviceId}`)).toMatchObject([
      { date: '2026-10-21', kinds: ['reset'], ept_estimated: 0.5, ept: 23.5 },
    ]);
  });
});
