/**
 * Timers that close breakers of one group in the same minute: one after the other, none omitted.
 */
import type { DeviceKind } from '@busbar/domain/device/device-type';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { beforeEach, expect, it } from 'vitest';
import { type DuePage, dueTimers } from '../../src/areas/control/timers/due-timer-queries.ts';
import { runDueTimers } from '../../src/areas/control/timers/due-timers.ts';
import { setTimer } from '../../src/areas/control/timers/timer-service.ts';
import { contextOn, controlFixture } from '../control/control-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';

/** 12:10 in the customer's time zone. */
const DUE = Date.UTC(2026, 10, 20, 4, 10);

describeWithDatabase('timers due in the same minute', (database) => {
  const { world } = controlFixture(database);
  const processes = [
    fixture(async () => world.ctx, beforeEach),
    fixture(async () => contextOn(database, world.clock, {}, 'process-2'), beforeEach),
  ];

  /** Adds one terminal per timer, with the contact in the state the timer expects. */
  async function setTimers(
    count: number,
    command: SwitchCommand,
    groupId = world.tenant.groupId,
    time = '12:10',
    kind: DeviceKind = 'dtu',
  ) {
    for (let index = 0; index < count; index++) {
      const action = command === 'close' ? 'openByCommand' : 'closeByCommand';
      const device = await world.addDevice({ kind, action, groupId });
      const outcome = await setTimer(world.ctx, world.caller, {
        device: device.deviceId,
        days: 127,
        time,
        command,
        enabled: true,
      });
      if (!outcome.ok) throw new Error(outcome.refusal);
    }
  }
  const runs = () =>
    database.db
      .selectFrom('timer_run as r')
      .innerJoin('timer as t', (join) =>
        join.onRef('t.customer_id', '=', 'r.customer_id').onRef('t.timer_id', '=', 'r.timer_id'),
      )
      .innerJoin('device as d', (join) =>
        join.onRef('d.customer_id', '=', 't.customer_id').onRef('d.device_id', '=', 't.device_id'),
      )
      .select([
        'r.result',
        'r.reason',
        'r.recorded_at',
        'r.command_id',
        'd.group_id',
        't.switch_order',
      ])
      .where('r.customer_id', '=', world.tenant.customerId)
      .orderBy('r.recorded_at')
      .execute();
  const look = () => Promise.all(processes.map((ctx) => runDueTimers(ctx)));
  /** Runs the timers for this many seconds, from this many ms after the minute on. */
  async function lookFor(seconds: number, fromMs = 0, everyMs = 500) {
    world.clock.stepTo(DUE + fromMs);
    for (let ms = 0; ms < seconds * 1_000; ms += everyMs) {
      await look();
      world.clock.advance(everyMs);
    }
  }

  it('close a second apart within a group, without delaying another group', async () => {
    await setTimers(4, 'close');
    await setTimers(2, 'close', world.tenant.childGroupId);
    await lookFor(6);
    const all = await runs();
    expect(all.map(({ result }) => result)).toEqual(Array(6).fill('ordered'));
    const times = (groupId: number) =>
      all.filter((run) => run.group_id === groupId).map((run) => run.recorded_at - DUE);
    expect(times(world.tenant.groupId)).toEqual([0, 1_000, 2_000, 3_000]);
    expect(times(world.tenant.childGroupId)).toEqual([0, 1_000]);
  });

  it('open simultaneously, and before those that close', async () => {
    await setTimers(2, 'close');
    await setTimers(5, 'open');
    world.clock.stepTo(DUE);
    await runDueTimers(world.ctx);
    const commands = (await runs()).map((run) => run.switch_order);
    expect(commands.toSorted()).toEqual(['close', 'open', 'open', 'open', 'open', 'open']);
  });

  it('are not missed if they are queued longer than a minute, and then have a valid lifetime', async () => {
    await setTimers(65, 'close');
    await lookFor(66, 0, 1_000);
    const all = await runs();
    expect(all.map(({ result }) => result)).toEqual(Array(65).fill('ordered'));
    const last = all.at(-1)!;
    expect(last.recorded_at - DUE).toBe(64_000);
    const { created_at, expires_at } = await database.db
      .selectFrom('command')
      .select(['created_at', 'expires_at'])
      .where('command_id', '=', last.command_id)
      .executeTakeFirstOrThrow();
    expect(expires_at - created_at).toBeGreaterThanOrEqual(5_000);
    // The command expires within 30 s of its submission, so that none is left for later.
    expect(expires_at - DUE).toBeLessThanOrEqual(94_000);
  });

  it('are missed after a check gap of over a minute, even while they are queued', async () => {
    await setTimers(4, 'close');
    await lookFor(2);
    world.clock.stepTo(DUE + 61_500);
    await lookFor(3, 61_500);
    const all = await runs();
    // The queue was processed at 0 and 1 s, and then not for over a minute.
    expect(all.map(({ result }) => result)).toEqual(['ordered', 'ordered', 'missed', 'missed']);
    expect(all.map(({ reason }) => reason)).toEqual([null, null, 'platform-away', 'platform-away']);
  });

  it.each([
    ['in time while those of the minute before close', 122, 'ordered', null],
    ['missed if none has closed for over a minute', 180, 'missed', 'platform-away'],
  ])('of the next minute are %s', async (_what, afterS, result, reason) => {
    const { groupId } = world.tenant;
    await setTimers(3, 'close');
    await setTimers(1, 'close', groupId, '12:11');
    for (const seconds of [0, 59, 118, afterS]) {
      world.clock.stepTo(DUE + seconds * 1_000);
      await runDueTimers(world.ctx);
    }
    const all = await runs();
    expect(all.map((run) => run.result)).toEqual(['ordered', 'ordered', 'ordered', result]);
    expect(all.at(-1)).toMatchObject({ recorded_at: DUE + afterS * 1_000, reason });
  });

  it('do not delay others although they fill the list of due timers', async () => {
    const { groupId, childGroupId } = world.tenant;
    await setTimers(4, 'close');
    await setTimers(1, 'close', groupId, '12:10', 'main');
    await setTimers(1, 'close', childGroupId);
    world.clock.stepTo(DUE);
    // Those that other tests have left waiting.
    await database.db
      .updateTable('timer')
      .set({ next_run_at: null })
      .where('customer_id', '<>', world.tenant.customerId)
      .execute();
    await runDueTimers(world.ctx, 2);
    const all = await runs();
    const byGroup = all.map((run) => [run.group_id, run.result, run.reason]);
    expect(byGroup.toSorted()).toEqual(
      [
        [groupId, 'ordered', null],
        // Its breaker would run it itself: it waits for no other.
        [groupId, 'missed', 'not-on-device'],
        [childGroupId, 'ordered', null],
      ].toSorted(),
    );
  });

  it('are left out of the list of due timers while their group waits, if the platform runs them', async () => {
    const { groupId, childGroupId } = world.tenant;
    await setTimers(1, 'close', groupId, '12:10', 'main');
    await database.db.updateTable('timer_table').set({ state: 'refused' }).execute();
    await setTimers(1, 'close');
    const waiting = new Set([groupId]);
    await setTimers(1, 'close', groupId, '12:10', 'main');
    await setTimers(2, 'open');
    await setTimers(1, 'close', childGroupId);
    const due = async (page: Omit<DuePage, 'limit'>, limit = 1_000) =>
      (await dueTimers(database.db, DUE, { ...page, limit })).filter(
        ({ customerId }) => customerId === world.tenant.customerId,
      );
    const listed = await due({ waiting });
    expect(listed.map((timer) => [timer.command, timer.groupId, timer.isOurs])).toEqual([
      ['open', groupId, true],
      ['open', groupId, true],
      ['close', groupId, false],
      ['close', childGroupId, true],
    ]);
    expect(await due({})).toHaveLength(6);
    for (const [index, after] of listed.entries()) {
      expect(await due({ waiting, after })).toEqual(listed.slice(index + 1));
    }
  });
});
