/** What becomes of a timer that is due: by the platform, by the device, too late, in the way of others. */
import type { DeviceKind } from '@busbar/domain/device/device-type';
import type { SwitchOrder } from '@busbar/domain/switch/interlock';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runDueTimers } from '../../src/areas/control/timers/due-timers.ts';
import { forgetOldRuns } from '../../src/areas/control/timers/purge-runs.ts';
import { listTimers } from '../../src/areas/control/timers/timer-list-repository.ts';
import { setTimer } from '../../src/areas/control/timers/timer-service.ts';
import type { Context } from '../../src/context.ts';
import type { Database } from '../../src/storage/database.ts';
import {
  type ControlWorld,
  createControlWorld,
  type TestDevice,
} from '../control/control-world.ts';
import { describeWithDatabase } from '../support/databases.ts';

/** 04:00 UTC is noon in the customer's zone. */
const MINUTE = 60_000;
const EVERY_DAY = 127;

describeWithDatabase('a timer that is due', (open) => {
  let database: Database;
  let world: ControlWorld;
  let ctx: Context;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    world = await createControlWorld(database);
    ctx = world.ctx;
  });

  const device = (kind: DeviceKind = 'dtu', more: object = {}) =>
    world.addDevice({ kind, ...more });
  async function set(of: TestDevice, order: SwitchOrder = 'open', time = '12:10') {
    const outcome = await setTimer(ctx, world.caller, {
      device: of.deviceId,
      days: EVERY_DAY,
      time,
      order,
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
  /** Moves to so many ms after the due minute 12:10, and looks. */
  async function lookAfterDue(ms: number) {
    world.clock.stepTo(Date.UTC(2026, 10, 20, 4, 10) + ms);
    await runDueTimers(ctx);
  }

  it('is kept in the account for 400 days', async () => {
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
    await forgetOldRuns(ctx);
    await forgetOldRuns(ctx);
    expect((await runs(id)).map((run) => run.due_at)).toEqual([
      at(400).getTime(),
      at(399).getTime(),
      Date.UTC(2026, 10, 20, 4, 10),
    ]);
  });

  describe('at a device that holds none', () => {
    it('is ordered once through the gate, without a user, and runs again tomorrow', async () => {
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

    it('dies with its minute', async () => {
      const of = await device();
      await set(of);
      await lookAfterDue(55_000);
      const [command] = await commands(of);
      expect(command!.expires_at).toBeLessThanOrEqual(Date.UTC(2026, 10, 20, 4, 11, 30));
    });

    it('waits within its minute for a line that is away', async () => {
      const of = await device('dtu', { connected: false });
      await set(of);
      await lookAfterDue(500);
      expect(await commands(of)).toMatchObject([{ state: 'queued' }]);
    });

    it('is refused by the interlock, and the refusal is on record', async () => {
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

    it('gives way to an operation under way', async () => {
      const of = await device();
      const id = await set(of);
      await world.order(of, 'open');
      await lookAfterDue(500);
      expect(await runs(id)).toMatchObject([{ result: 'refused', reason: 'control-busy' }]);
      expect(await commands(of)).toHaveLength(1);
    });

    it('takes nothing from the pace of people, nor is it held up by it', async () => {
      world = await createControlWorld(database, { CONTROL_PER_MINUTE: '1' });
      ctx = world.ctx;
      const devices = [await device(), await device(), await device(), await device()];
      const ids = [];
      for (const of of devices.slice(0, 3)) ids.push(await set(of));
      await lookAfterDue(500);
      for (const id of ids) expect(await runs(id)).toMatchObject([{ result: 'ordered' }]);
      expect(await world.order(devices[3]!, 'open', { queue: true })).toMatchObject({ ok: true });
    });

    it('is missed when it is over a minute late, and said so, and never caught up', async () => {
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

    it('is missed once for each day the platform was away', async () => {
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

    it('does not run a second time when the clock is set back and the timer set anew', async () => {
      const of = await device();
      const id = await set(of);
      await lookAfterDue(500);
      world.clock.stepTo(Date.UTC(2026, 10, 20, 4, 0));
      await setTimer(ctx, world.caller, {
        id,
        device: of.deviceId,
        days: EVERY_DAY,
        time: '12:10',
        order: 'open',
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

    it('of a customer who is no longer active does nothing', async () => {
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

  describe('at a device that can hold it', () => {
    const hold = (of: TestDevice, held: unknown, state: 'same' | 'refused' | 'waiting' = 'same') =>
      database.db
        .updateTable('timer_table')
        .set({ held: held === null ? null : JSON.stringify(held), state })
        .where('device_id', '=', of.deviceId)
        .execute();
    const own = (id: number) => ({ id, days: EVERY_DAY, at: '12:10', to: 'open' });

    it('is left to the device that has said it holds it', async () => {
      const of = await device('main');
      const id = await set(of);
      await hold(of, [own(id)]);
      await lookAfterDue(500);
      expect(await runs(id)).toMatchObject([{ result: 'device', reason: null }]);
      expect(await commands(of)).toEqual([]);
      expect(await missedLines(of)).toEqual([]);
    });

    it('is done when the device reported its movement, and not by any other', async () => {
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

    it('is missed when the device does not hold it as it is set', async () => {
      const of = await device('main');
      const id = await set(of);
      await hold(of, [{ ...own(id), at: '12:11' }], 'waiting');
      await lookAfterDue(500);
      expect(await runs(id)).toMatchObject([{ result: 'missed', reason: 'not-on-device' }]);
      expect(await commands(of)).toEqual([]);
      expect(await missedLines(of)).toHaveLength(1);
    });

    it('is run by the platform when the device refuses to hold any', async () => {
      const of = await device('main');
      const id = await set(of);
      await hold(of, null, 'refused');
      await lookAfterDue(500);
      expect(await runs(id)).toMatchObject([{ result: 'ordered' }]);
      expect(await commands(of)).toHaveLength(1);
    });
  });
});
