/**
 * docs/promises.md C7 for timers: the oracle's result for a command that may be queued, for every
 * kind and state.
 */
import type { DeviceKind } from '@busbar/domain/device/device-type';
import { canHoldTimers } from '@busbar/domain/timer/timer-holder';
import { expect, it } from 'vitest';
import { runDueTimers } from '../../src/areas/control/timers/due-timers.ts';
import { buildControlFixture, type ControlFixture, NOW } from '../control/control-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { COMMANDS, type Command, KINDS, STATES, wanted } from '../support/interlock-oracle.ts';

/** 12:01 in the customer's time zone. */
const DUE = NOW + 60_000;
/** Closing timers wait for each other; each kind has fewer of them than this. */
const LOOKS = 15;

describeWithDatabase('timers run by the platform', (database) => {
  let world: ControlFixture;

  /** Sets a timer on a device that refused to store timers; returns the timer's id. */
  async function setTimer(kind: DeviceKind, state: string, command: Command, connected: boolean) {
    const { customerId: customer_id } = world.tenant;
    const gateway =
      kind === 'slave' ? await world.addDevice({ kind: 'gateway', connected }) : undefined;
    const device = await world.addDevice({
      kind,
      connected,
      action: state === 'never reported' ? null : (state as (typeof STATES)[number] & 'openByLeak'),
      ...(gateway === undefined ? {} : { gateway }),
    });
    if (canHoldTimers(kind)) {
      await database.db
        .insertInto('timer_table')
        .values({
          customer_id,
          device_id: (gateway ?? device).deviceId,
          wanted_version: 1,
          state: 'refused',
        })
        .execute();
    }
    const { timer_id } = await database.db
      .insertInto('timer')
      .values({
        customer_id,
        device_id: device.deviceId,
        days: 127,
        clock_time: '12:01',
        switch_order: command,
        enabled: true,
        next_run_at: new Date(DUE),
        changed_at: new Date(NOW),
      })
      .returning('timer_id')
      .executeTakeFirstOrThrow();
    return timer_id;
  }

  it.each(KINDS)(
    'match the oracle in every state and for every command of kind %s',
    async (kind) => {
      world = await buildControlFixture(database);
      const expected = new Map<number, readonly [string, string | null]>();
      for (const state of STATES) {
        for (const command of COMMANDS) {
          for (const online of [true, false]) {
            const id = await setTimer(kind, state, command, online);
            const where = `${kind} ${state} ${command} ${online ? 'online' : 'offline'}`;
            expected.set(id, [where, wanted(kind, state, command, online, true)]);
          }
        }
      }
      world.clock.stepTo(DUE);
      for (let look = 0; look < LOOKS; look++) {
        await runDueTimers(world.ctx);
        world.clock.advance(1_000);
      }
      const runs = await database.db
        .selectFrom('timer_run')
        .select(['timer_id', 'result', 'reason', 'command_id'])
        .where('customer_id', '=', world.tenant.customerId)
        .execute();
      const validated = new Map(runs.map((run) => [run.timer_id, run]));
      for (const [id, [where, refusal]] of expected) {
        const run = validated.get(id);
        expect([where, run?.result, run?.reason]).toEqual([
          where,
          refusal === null ? 'ordered' : 'refused',
          refusal,
        ]);
        expect([where, run?.command_id !== null]).toEqual([where, refusal === null]);
      }
      expect(runs).toHaveLength(expected.size);
    },
  );
});
