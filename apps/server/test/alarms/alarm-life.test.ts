/**
 * At most one open alarm per device, type and phase, whatever the source and order of its events.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import type { AlarmEvent } from '../../src/areas/alarms/alarm-event.ts';
import { countAlarms } from '../../src/areas/alarms/alarm-queries.ts';
import { deleteAlarm, handleAlarm, snoozeAlarm } from '../../src/areas/alarms/alarm-service.ts';
import { addWindow, cancelWindow } from '../../src/areas/alarms/alarm-window-service.ts';
import { handleAlarms } from '../../src/areas/alarms/handle-alarms.ts';
import { recordAlarms } from '../../src/areas/alarms/record-alarms.ts';
import { removeDevice } from '../../src/areas/fleet/devices/change-device.ts';
import type { Caller } from '../../src/caller.ts';
import { describeWithDatabase, freshDatabase, openTestDatabase } from '../support/databases.ts';
import { buildCaller, buildCustomer } from '../support/factories/customer.ts';
import { buildDevice } from '../support/factories/device.ts';
import { type TestContext, testContext } from '../support/test-context.ts';
import { word } from './alarm-words.ts';

const MINUTE = 60_000;

async function world(ctx: TestContext) {
  const caller = await buildCaller(ctx, await buildCustomer(ctx), { role: 'admin' });
  const { deviceId } = await buildDevice(ctx, caller);
  return { caller, deviceId };
}

describeWithDatabase('an alarm', (database) => {
  const ctx = testContext(database);
  let caller: Caller;
  let deviceId: number;
  let now: number;
  beforeEach(async () => {
    ({ caller, deviceId } = await world(ctx));
    now = ctx.clock.now();
  });

  const tell = (minute: number, more: Partial<AlarmEvent> = {}) =>
    ctx.database.transaction((trx) =>
      recordAlarms(
        trx,
        [word({ customerId: caller.customerId, deviceId, at: now + minute * MINUTE, ...more })],
        now,
      ),
    );
  const rows = async () => {
    const found = await ctx.database.db
      .selectFrom('alarm')
      .selectAll()
      .where('customer_id', '=', caller.customerId)
      .orderBy('alarm_id')
      .execute();
    return found.map((row) => ({
      id: row.alarm_id,
      type: row.alarm_type,
      phase: row.phase,
      count: row.count,
      opened: (row.opened_at - now) / MINUTE,
      ended: row.ended_at === null ? null : (row.ended_at - now) / MINUTE,
      reason: row.end_reason,
      late: row.late,
      quiet: row.quiet,
      peak: row.peak_value,
      source: row.source,
    }));
  };
  const news = async () => {
    const found = await ctx.database.db
      .selectFrom('alarm_news')
      .select(['what', 'quiet'])
      .where('customer_id', '=', caller.customerId)
      .orderBy('news_id')
      .execute();
    return found.map(({ what, quiet }) => (quiet ? `${what} quietly` : what));
  };

  it('is opened once, counts its events, and is ended by its device', async () => {
    await tell(0);
    await tell(1, { value: 290 });
    await tell(2, { value: 280 });
    await tell(3, { active: false });
    expect(await rows()).toMatchObject([
      { count: 3, opened: 0, ended: 3, reason: 'device', peak: 290, source: 'device' },
    ]);
    expect(await news()).toEqual(['opened', 'ended']);
  });

  it('is separate for each phase, and an end event without a phase ends all phases', async () => {
    await tell(0, { phase: 'A' });
    await tell(1, { phase: 'B' });
    await tell(2, { phase: 'B', active: false });
    expect((await rows()).map(({ phase, ended }) => [phase, ended])).toEqual([
      ['A', null],
      ['B', 2],
    ]);
    await tell(3, { phase: 'C' });
    await tell(4, { phase: '', active: false });
    expect((await rows()).map(({ ended }) => ended)).toEqual([4, 2, 4]);
    // An end event carries the phase with the highest value at that time, which may not be the
    // phase that began.
    await tell(5, { phase: 'A' });
    await tell(6, { phase: 'B', active: false });
    expect((await rows()).at(-1)).toMatchObject({ phase: 'A', ended: 6 });
  });

  it('reported more than ten minutes late is stored as history without an alarm event', async () => {
    await tell(-11, { arrivedAt: now });
    expect(await rows()).toMatchObject([{ opened: -11, ended: -11, reason: 'late', late: true }]);
    expect(await news()).toEqual([]);
    await tell(-9, { arrivedAt: now });
    expect((await rows()).map(({ ended }) => ended)).toEqual([-11, null]);
  });

  it('is not reopened by a begin event from before its end', async () => {
    await tell(0);
    await tell(5, { active: false });
    await tell(3);
    expect((await rows()).map(({ opened, ended }) => [opened, ended])).toEqual([
      [0, 5],
      [3, 5],
    ]);
    expect(await news()).toEqual(['opened', 'ended']);
  });

  it('is already ended if its end event arrives before its begin event', async () => {
    await tell(5, { active: false });
    await tell(3);
    expect((await rows()).map(({ opened, ended }) => [opened, ended])).toEqual([[3, 5]]);
  });

  it('that was open can end and begin again within one batch', async () => {
    await tell(0);
    const of = { customerId: caller.customerId, deviceId };
    await ctx.database.transaction((trx) =>
      recordAlarms(
        trx,
        [word({ ...of, at: now + MINUTE, active: false }), word({ ...of, at: now + 2 * MINUTE })],
        now,
      ),
    );
    expect((await rows()).map(({ opened, ended, count }) => [opened, ended, count])).toEqual([
      [0, 1, 1],
      [2, null, 1],
    ]);
    expect(await news()).toEqual(['opened', 'ended', 'opened']);
  });

  it('can begin, end and begin again within one batch', async () => {
    const of = { customerId: caller.customerId, deviceId };
    await ctx.database.transaction((trx) =>
      recordAlarms(
        trx,
        [
          word({ ...of, at: now }),
          word({ ...of, at: now + 1000, active: false }),
          word({ ...of, at: now + 2000 }),
          word({ ...of, at: now + 2000, phase: 'B' }),
        ],
        now,
      ),
    );
    expect((await rows()).map(({ phase, ended }) => [phase, ended !== null])).toEqual([
      ['A', true],
      ['A', false],
      ['B', false],
    ]);
    expect((await news()).toSorted()).toEqual(['ended', 'opened', 'opened', 'opened']);
  });

  it('is stored as quiet in a maintenance window', async () => {
    const input = {
      device: undefined,
      group: String(caller.groupId),
      from: now - MINUTE,
      to: now + 60 * MINUTE,
      reason: 'Busbars tightened',
    };
    const added = await addWindow(ctx, caller, input);
    await tell(0);
    expect(await rows()).toMatchObject([{ quiet: true, ended: null }]);
    expect(await news()).toEqual(['opened quietly']);
    if (added.ok) await cancelWindow(ctx, caller, String(added.value.id));
    await tell(1, { type: 'overTemp' });
    expect(await rows()).toMatchObject([{ quiet: true }, { quiet: false }]);
  });

  it('can be handled once and snoozed only while open, and its handling is published', async () => {
    await tell(0);
    const id = (await rows())[0]!.id;
    expect(await handleAlarm(ctx, caller, String(id), ' Fuse\u202e ')).toMatchObject({
      ok: true,
      value: { handledByName: caller.userName, handledNote: 'Fuse', handledAt: now },
    });
    for (const repeated of ['Fuse', '']) {
      expect(await handleAlarm(ctx, caller, String(id), repeated)).toMatchObject({
        ok: true,
        value: { handledNote: 'Fuse', handledAt: now },
      });
    }
    for (const [who, note] of [
      [caller, 'another note'],
      [{ ...caller, userId: caller.userId + 1 }, 'Fuse'],
    ] as const) {
      expect(await handleAlarm(ctx, who, String(id), note)).toMatchObject({
        refusal: 'alarm-handled',
      });
    }
    expect(await snoozeAlarm(ctx, caller, String(id), now + MINUTE)).toMatchObject({ ok: true });
    for (const until of [now, now + 8 * 86_400_000, 'invalid' as const]) {
      expect(await snoozeAlarm(ctx, caller, String(id), until)).toMatchObject({
        refusal: 'snooze-invalid',
      });
    }
    await tell(1, { active: false });
    expect(await snoozeAlarm(ctx, caller, String(id), now + MINUTE)).toMatchObject({
      refusal: 'alarm-ended',
    });
    expect(await news()).toEqual(['opened', 'handled', 'ended']);
  });

  it('is acknowledged with others at once, all or none, and the acknowledgement can be withdrawn', async () => {
    await tell(0);
    await tell(0, { phase: 'B' });
    const ids = (await rows()).map(({ id }) => String(id));
    const handled = { ids, handled: true, note: 'Seen' };
    expect(await handleAlarms(ctx, caller, { ...handled, ids: [...ids, '999999'] })).toMatchObject({
      refusal: 'not-found',
    });
    const stranger = (await world(ctx)).caller;
    expect(await handleAlarms(ctx, stranger, handled)).toMatchObject({ refusal: 'not-found' });
    expect(await handleAlarms(ctx, caller, handled)).toEqual({ ok: true, value: ids.map(Number) });
    expect(await handleAlarms(ctx, caller, handled)).toEqual({ ok: true, value: [] });
    const [id = ''] = ids;
    expect(await handleAlarms(ctx, caller, { ids: [id], handled: false })).toEqual({
      ok: true,
      value: [Number(id)],
    });
    const stored = await ctx.database.db
      .selectFrom('alarm')
      .select(['alarm_id', 'handled_by', 'handled_by_name', 'handled_note'])
      .where('alarm_id', 'in', ids.map(Number))
      .orderBy('alarm_id')
      .execute();
    expect(stored).toMatchObject([
      { handled_by: null, handled_by_name: '', handled_note: '' },
      { handled_by: caller.userId, handled_by_name: caller.userName, handled_note: 'Seen' },
    ]);
    const unhandled = await countAlarms(ctx.database.db, caller, { handled: false });
    expect(unhandled).toBe(1);
    expect(await news()).toEqual(['opened', 'opened', 'handled', 'handled', 'changed']);
    const { commands } = await ctx.database.db
      .selectFrom('operation_log')
      .select((eb) => eb.fn.agg<string[]>('array_agg', ['command']).as('commands'))
      .where('customer_id', '=', caller.customerId)
      .where('module', '=', 'Alarms')
      .executeTakeFirstOrThrow();
    expect(commands.sort()).toEqual([
      'deal with alarm',
      'deal with alarm',
      'withdraw acknowledgement',
    ]);
  });

  it('ends when it is deleted, and the next event opens another', async () => {
    await tell(0);
    const id = (await rows())[0]!.id;
    expect(await deleteAlarm(ctx, caller, String(id), 'Test')).toMatchObject({ ok: true });
    expect(await deleteAlarm(ctx, caller, String(id), 'Test')).toMatchObject({
      refusal: 'not-found',
    });
    await tell(1);
    expect((await rows()).map(({ reason }) => reason)).toEqual(['deleted', null]);
    const log = await ctx.database.db
      .selectFrom('operation_log')
      .select(['command', 'detail'])
      .where('customer_id', '=', caller.customerId)
      .where('module', '=', 'Alarms')
      .execute();
    expect(log).toMatchObject([{ command: 'delete alarm', detail: { reason: 'Test', alarm: id } }]);
  });

  it('ends when its device is deleted', async () => {
    await tell(0);
    expect(await removeDevice(ctx, caller, deviceId)).toMatchObject({ ok: true });
    expect(await rows()).toMatchObject([{ reason: 'removed' }]);
    await tell(1);
    expect(await rows()).toHaveLength(1);
  });
});

describe('two processes that record the same alarms', () => {
  it('open one alarm per device, count every event and sum the results', async () => {
    const first = await freshDatabase();
    const second = await openTestDatabase(first.databaseUrl);
    const ctx = testContext(first);
    const { caller } = await world(ctx);
    const { customerId } = caller;
    const devices: number[] = [];
    for (let i = 0; i < 5; i += 1) devices.push((await buildDevice(ctx, caller)).deviceId);
    const now = ctx.clock.now();
    const rounds = 40;
    const teller = async (database: typeof second, side: number) => {
      for (let round = 0; round < rounds; round += 1) {
        const order = side === 0 ? devices : devices.toReversed();
        const words = order.map((deviceId) =>
          word({ customerId, deviceId, at: now + round, type: 'overCurrent' }),
        );
        await database.transaction((trx) => recordAlarms(trx, words, now));
      }
    };
    await Promise.all([teller(first, 0), teller(second, 1)]);
    const rows = await first.db
      .selectFrom('alarm')
      .select(['device_id', 'count', 'ended_at'])
      .where('customer_id', '=', customerId)
      .orderBy('device_id')
      .execute();
    expect(rows).toEqual(
      devices
        .toSorted((a, b) => a - b)
        .map((device_id) => ({ device_id, count: 2 * rounds, ended_at: null })),
    );
    const sums = await first.db
      .selectFrom('alarm_group_sum')
      .select('alarms')
      .where('customer_id', '=', customerId)
      .where('period', '=', 'all')
      .execute();
    expect(sums).toEqual([{ alarms: devices.length }]);
    const opened = await first.db
      .selectFrom('alarm_news')
      .select('what')
      .where('customer_id', '=', customerId)
      .execute();
    expect(opened).toHaveLength(devices.length);
  });
});
