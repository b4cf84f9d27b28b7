/**
 * Results of a due timer: run by the platform, run by the device, too late, or blocked by others.
 */
import type { DeviceKind } from '@busbar/domain/device/device-type';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { beforeEach, describe, expect, it } from 'vitest';
import { runDueTimers } from '../../src/areas/control/timers/due-timers.ts';
import { purgeOldRuns } from '../../src/areas/control/timers/purge-runs.ts';
import { listTimers } from '../../src/areas/control/timers/timer-list-queries.ts';
import { setTimer } from '../../src/areas/control/timers/timer-service.ts';
import type { Context } from '../../src/context.ts';
import {
  buildControlFixture,
  type ControlFixture,
  type TestDevice,
} from '../control/control-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';

/** 04:00 UTC is noon in the customer's time zone. */
const MINUTE = 60_000;
const EVERY_DAY = 127;

describeWithDatabase('a due timer', (database) => {
  let world: ControlFixture;
  let ctx: Context;
  beforeEach(async () => {
    world = await buildControlFixture(database);
    ctx = world.ctx;
  });

  const device = (kind: DeviceKind = 'dtu', more: object = {}) =>
    world.addDevice({ kind, ...more });
  async function set(of: TestDevice, command: SwitchCommand = 'open', time = '12:10') {
    const outcome = await setTimer(ctx, world.caller, {
      device: of.deviceId,
      days: EVERY_DAY,
      time,
      command,
      enabled: true,
    });
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value;
  }
  const runs = (timerId: number) =>
    database.db
      .selectFrom('timer_run')
      .select(['due_at', 'result', 'reason', 'command_id'])
      .where('timer_id', '=', timerId)
      .orderBy('due_at')
      .execute();
  const commands = (of: TestDevice, kind: 'switch' | 'timers' = 'switch') =>
    database.db
      .selectFrom('command')
      .selectAll()
      .where('device_id', '=', of.deviceId)
      .where('kind', '=', kind)
      .execute();
  const missedLines = (of: TestDevice) =>
    database.db
      .selectFrom('operation_log')
      .select(['module', 'command', 'status', 'user_id', 'detail'])
      .where('device_id', '=', of.deviceId)
      .where('status', '=', 'missed')
      .execute();
  /** Steps the clock to this many ms after the due minute 12:10, and runs due timers. */
  async function lookAfterDue(ms: number) {
    world.clock.stepTo(Date.UTC(2026, 10, 20, 4, 10) + ms);
    await runDueTimers(ctx);
  }

  it('has its result stored for 400 days', async () => {
    const id = await set(await device());
    await lookAfterDue(500);
    const { customerId: customer_id } = world.tenant;
    const at = (days: number) => new Date(world.clock.now() - days * 86_400_000);
    const old = [399, 400, 401].map((days) => ({
      customer_id,
      timer_id: id,
      due_at: at(days),
      result: 'ordered' as const,
      recorded_at: at(days),
    }));
    await database.db.insertInto('timer_run').values(old).execute();
    await purgeOldRuns(ctx);
    await purgeOldRuns(ctx);
    expect((await runs(id)).map((run) => run.due_at)).toEqual([
      at(400).getTime(),
      at(399).getTime(),
      Date.UTC(2026, 10, 20, 4, 10),
    ]);
  });

  describe('a timer on a device that cannot store timers', () => {
    it('submits one command through the gate, without a user, and runs again the next day', async () => {
      const of = await device();
      const id = await set(of);
      await lookAfterDue(-1_000);
      expect(await commands(of)).toEqual([]);
      await lookAfterDue(500);
      await runDueTimers(ctx);
      await lookAfterDue(MINUTE);
      const [command, ...more] = await commands(of);
      expect(more).toEqual([]);
      expect(command).toMatchObject({
        switch_order: 'open',
        state: 'queued',
        issued_by: null,
        session_hash: null,
        source: `timer ${id}`,
      });
      expect(await runs(id)).toMatchObject([
        {
          result: 'ordered',
          due_at: Date.UTC(2026, 10, 20, 4, 10),
          command_id: command!.command_id,
        },
      ]);
      const [shown] = await listTimers(database.db, world.caller, {
        timerId: id,
        offset: 0,
        limit: 1,
      });
      expect(shown).toMatchObject({
        next_run_at: Date.UTC(2026, 10, 21, 4, 10),
        result: 'ordered',
        command_state: 'queued',
      });
    });

    it('submits a command that expires with its minute', async () => {
      const of = await device();
      await set(of);
      await lookAfterDue(55_000);
      const [command] = await commands(of);
      expect(command!.expires_at).toBeLessThanOrEqual(Date.UTC(2026, 10, 20, 4, 11, 30));
    });

    it('waits within its minute for an offline device', async () => {
      const of = await device('dtu', { connected: false });
      await set(of);
      await lookAfterDue(500);
      expect(await commands(of)).toMatchObject([{ state: 'queued' }]);
    });

    it('is rejected by the interlock, and the rejection is logged', async () => {
      const of = await device('dtu', { action: 'openByManual' });
      const id = await set(of, 'close');
      await lookAfterDue(500);
      expect(await runs(id)).toMatchObject([{ result: 'refused', reason: 'close-disabled' }]);
      expect(await commands(of)).toEqual([]);
      const lines = await database.db
        .selectFrom('operation_log')
        .select(['status', 'user_id'])
        .where('device_id', '=', of.deviceId)
        .where('module', '=', 'Remote control')
        .execute();
      expect(lines).toEqual([{ status: 'refused:close-disabled', user_id: null }]);
    });

    it('yields to an operation in progress', async () => {
      const of = await device();
      const id = await set(of);
      await world.submit(of, 'open');
      await lookAfterDue(500);
      expect(await runs(id)).toMatchObject([{ result: 'refused', reason: 'control-busy' }]);
      expect(await commands(of)).toHaveLength(1);
    });

    it('neither uses nor is limited by the rate limit of users', async () => {
      world = await buildControlFixture(database, { CONTROL_PER_MINUTE: '1' });
      ctx = world.ctx;
      const devices = [await device(), await device(), await device(), await device()];
      const ids = [];
      for (const of of devices.slice(0, 3)) ids.push(await set(of));
      await lookAfterDue(500);
      for (const id of ids) expect(await runs(id)).toMatchObject([{ result: 'ordered' }]);
      expect(await world.submit(devices[3]!, 'open', { queue: true })).toMatchObject({ ok: true });
    });

    it('is missed if it is over a minute late, is logged as missed, and is never caught up', async () => {
      const of = await device();
      const id = await set(of);
      await lookAfterDue(MINUTE + 100);
      expect(await runs(id)).toMatchObject([{ result: 'missed', reason: 'platform-away' }]);
      expect(await commands(of)).toEqual([]);
      expect(await missedLines(of)).toMatchObject([
        {
          module: 'Timers',
          command: 'open',
          user_id: null,
          detail: { timer: id, due: '2026-11-20T04:10:00.000Z', reason: 'platform-away' },
        },
      ]);
    });

    it('is missed once for each day the platform was down', async () => {
      const of = await device();
      const id = await set(of);
      await lookAfterDue(3 * 86_400_000 + 500);
      expect((await runs(id)).map(({ result }) => result)).toEqual([
        'missed',
        'missed',
        'missed',
        'ordered',
      ]);
      expect(await commands(of)).toHaveLength(1);
    });

    it('does not run a second time if the clock is set back and the timer changed', async () => {
      const of = await device();
      const id = await set(of);
      await lookAfterDue(500);
      world.clock.stepTo(Date.UTC(2026, 10, 20, 4, 0));
      await setTimer(ctx, world.caller, {
        id,
        device: of.deviceId,
        days: EVERY_DAY,
        time: '12:10',
        command: 'open',
        enabled: true,
      });
      await lookAfterDue(1_000);
      expect(await runs(id)).toHaveLength(1);
      expect(await commands(of)).toHaveLength(1);
      const [shown] = await listTimers(database.db, world.caller, {
        timerId: id,
        offset: 0,
        limit: 1,
      });
      expect(shown!.next_run_at).toBe(Date.UTC(2026, 10, 21, 4, 10));
    });

    it('does nothing for an expired customer, in whose name nobody can sign in', async () => {
      const of = await device();
      const id = await set(of);
      const expires = (at: Date | null) =>
        database.db
          .updateTable('customer')
          .set({ expires_at: at })
          .where('customer_id', '=', world.tenant.customerId)
          .execute();
      await expires(new Date(world.clock.now()));
      await lookAfterDue(500);
      expect(await runs(id)).toEqual([]);
      await expires(null);
      await lookAfterDue(10_000);
      expect(await runs(id)).toMatchObject([{ result: 'ordered' }]);
    });

    it('does nothing for an inactive customer', async () => {
      const of = await device();
      const id = await set(of);
      const state = (to: 'active' | 'rejected') =>
        database.db
          .updateTable('customer')
          .set({ state: to })
          .where('customer_id', '=', world.tenant.customerId)
          .execute();
      await state('rejected');
      await lookAfterDue(500);
      expect(await runs(id)).toEqual([]);
      await state('active');
      await lookAfterDue(10_000);
      expect(await runs(id)).toMatchObject([{ result: 'ordered' }]);
    });
  });

  describe('a timer on a device that can store timers', () => {
    const hold = (of: TestDevice, held: unknown, state: 'same' | 'refused' | 'waiting' = 'same') =>
      database.db
        .updateTable('timer_table')
        .set({ held: held === null ? null : JSON.stringify(held), state })
        .where('device_id', '=', of.deviceId)
        .execute();
    const own = (id: number) => ({ id, days: EVERY_DAY, at: '12:10', to: 'open' });

    it.each([
      ['a platform that is running', 500],
      ['a platform that was down at its minute', 2 * MINUTE],
    ])('is left to a device that has confirmed it, by %s', async (_which, ms) => {
      const of = await device('main');
      const id = await set(of);
      await hold(of, [own(id)]);
      await lookAfterDue(ms);
      expect(await runs(id)).toMatchObject([{ result: 'device', reason: null }]);
      expect(await commands(of)).toEqual([]);
      expect(await missedLines(of)).toEqual([]);
    });

    it('is completed by the device’s timer switch event, and by no other', async () => {
      const of = await device('main');
      const id = await set(of);
      await hold(of, [own(id)]);
      await lookAfterDue(500);
      const reported = async (action: string, afterMs: number) => {
        const at = new Date(Date.UTC(2026, 10, 20, 4, 10) + afterMs);
        await database.db
          .insertInto('switch_event')
          .values({
            customer_id: world.tenant.customerId,
            device_id: of.deviceId,
            occurred_at: at,
            received_at: at,
            switch_action: action,
          })
          .execute();
        const query = { timerId: id, offset: 0, limit: 1 };
        const [shown] = await listTimers(database.db, world.caller, query);
        return shown!.reported_at;
      };
      expect(await reported('openByManual', 1_000)).toBeNull();
      expect(await reported('closeByTimer', 1_000)).toBeNull();
      expect(await reported('openByTimer', 6 * MINUTE)).toBeNull();
      expect(await reported('openByTimer', 2_000)).toBe(Date.UTC(2026, 10, 20, 4, 10, 2));
    });

    it.each([500, 2 * MINUTE])(
      'is missed if the device does not store it as set, %i ms later',
      async (ms) => {
        const of = await device('main');
        const id = await set(of);
        await hold(of, [{ ...own(id), at: '12:11' }], 'waiting');
        await lookAfterDue(ms);
        expect(await runs(id)).toMatchObject([{ result: 'missed', reason: 'not-on-device' }]);
        expect(await commands(of)).toEqual([]);
        expect(await missedLines(of)).toHaveLength(1);
      },
    );

    it.each([
      [500, 'ordered', null, 1],
      [2 * MINUTE, 'missed', 'platform-away', 0],
    ])(
      'is run by the platform if the device refuses to store timers, %i ms later: %s',
      async (ms, result, reason, count) => {
        const of = await device('main');
        const id = await set(of);
        await hold(of, null, 'refused');
        await lookAfterDue(ms);
        expect(await runs(id)).toMatchObject([{ result, reason }]);
        expect(await commands(of)).toHaveLength(count);
      },
    );
  });
});
