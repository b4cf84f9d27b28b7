/** The life of a command after the gate: sending, replies, reports, time, restarts (C1, C3, C6, T10). */
import { type CommandState, canMove } from '@busbar/domain/switch/command-state';
import type { SwitchOrder } from '@busbar/domain/switch/interlock';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishAll } from '../../src/bus.ts';
import type { Context } from '../../src/context.ts';
import { applyReply } from '../../src/modules/control/apply-reply.ts';
import { applyState } from '../../src/modules/control/apply-state.ts';
import { createAskAgain } from '../../src/modules/control/ask-again.ts';
import { expireCommands, settleAfterRestart } from '../../src/modules/control/command-expiry.ts';
import { createCommandSender } from '../../src/modules/control/command-sender.ts';
import { cancelCommand } from '../../src/modules/control/command-service.ts';
import { startControl } from '../../src/modules/control/control-runtime.ts';
import { findSummary } from '../../src/modules/devices/device-list-repository.ts';
import type { Database } from '../../src/storage/database.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import {
  type ControlWorld,
  commandRow,
  contextOn,
  createControlWorld,
  recordingLink,
  statesOf,
  type TestDevice,
} from './control-world.ts';

const OPEN_LIFE_MS = 120_000;

describeOnEachDatabase('the life of a command', (open, engine) => {
  let database: Database;
  let world: ControlWorld;
  let ctx: Context;
  let device: TestDevice;
  beforeAll(async () => {
    database = await open();
  });
  beforeEach(async () => {
    world = await createControlWorld(database);
    ctx = world.ctx;
    device = await world.addDevice();
  });

  async function accepted(order: SwitchOrder = 'open', of = device): Promise<string> {
    const outcome = await world.order(of, order);
    if (!outcome.ok) throw new Error(outcome.refusal);
    return outcome.value.commandId;
  }

  async function sent(order: SwitchOrder = 'open'): Promise<string> {
    const commandId = await accepted(order);
    await send(commandId);
    return commandId;
  }

  const send = (commandId: string, link = recordingLink()) =>
    createCommandSender(ctx, link).send(device.customerId, commandId, device.deviceCode);

  async function reply(commandId: string, code: number, from = device.deviceCode) {
    const messages = await database.transaction((trx) =>
      applyReply(ctx, trx, {
        customerId: device.customerId,
        linkDeviceCode: from,
        commandId,
        code,
        message: code === 0 ? undefined : `code ${code}`,
        receivedAt: world.clock.now(),
      }),
    );
    publishAll(ctx.bus, messages);
    return messages;
  }

  async function report(
    action: SwitchAction,
    more: { cmd?: string; at?: number; of?: TestDevice } = {},
  ) {
    const at = more.at ?? world.clock.now();
    const messages = await database.transaction((trx) =>
      applyState(ctx, trx, {
        device: more.of ?? device,
        action,
        at,
        deviceTime: at,
        receivedAt: world.clock.now(),
        commandId: more.cmd,
      }),
    );
    publishAll(ctx.bus, messages);
    return messages;
  }

  const stateOf = async (commandId: string) => (await commandRow(ctx, commandId)).state;

  /** Brings a fresh command into a state. */
  async function inState(state: CommandState): Promise<string> {
    const commandId = await accepted();
    if (state === 'queued') return commandId;
    if (state === 'cancelled') {
      await cancelCommand(ctx, world.caller, commandId);
      return commandId;
    }
    if (state === 'expired') {
      world.clock.advance(OPEN_LIFE_MS + 10);
      await expireCommands(ctx);
      return commandId;
    }
    await send(commandId);
    if (state === 'acknowledged') await reply(commandId, 0);
    if (state === 'rejected') await reply(commandId, 409);
    if (state === 'confirmed') await report('openByCommand', { cmd: commandId });
    if (state === 'unknown') {
      world.clock.advance(OPEN_LIFE_MS + 5_010);
      await expireCommands(ctx);
    }
    return commandId;
  }

  it('goes queued, sent, acknowledged, confirmed', async () => {
    const link = recordingLink();
    const commandId = await accepted();
    await send(commandId, link);
    await reply(commandId, 0);
    await report('openByCommand', { cmd: commandId });
    expect(await statesOf(ctx, commandId)).toEqual(['queued', 'sent', 'acknowledged', 'confirmed']);
    expect(world.changes.map(({ state }) => state)).toEqual([
      'queued',
      'sent',
      'acknowledged',
      'confirmed',
    ]);
    expect(world.changes.at(-1)).toMatchObject({ action: 'openByCommand', order: 'open' });
    const row = await commandRow(ctx, commandId);
    expect(link.written).toEqual([
      {
        deviceCode: device.deviceCode,
        payload: { id: commandId, exp: row.expires_at, op: 'switch', args: { to: 'open' } },
      },
    ]);
    expect(row).toMatchObject({ sender: 'process-1', after_action: 'openByCommand' });
    expect([row.sent_at, row.acknowledged_at, row.confirmed_at, row.ended_at]).not.toContain(null);
  });

  describe('in each state', () => {
    const STATES = [
      'queued',
      'sent',
      'acknowledged',
      'confirmed',
      'rejected',
      'expired',
      'cancelled',
      'unknown',
    ] as const;
    const EVENTS: readonly [
      string,
      (id: string) => Promise<unknown>,
      Partial<Record<CommandState, CommandState>>,
    ][] = [
      ['reply 0', (id) => reply(id, 0), { sent: 'acknowledged' }],
      [
        'reply 409',
        (id) => reply(id, 409),
        { sent: 'rejected', acknowledged: 'rejected', unknown: 'rejected' },
      ],
      ['reply 410', (id) => reply(id, 410), { sent: 'expired', unknown: 'expired' }],
      [
        'reply 500',
        (id) => reply(id, 500),
        { sent: 'rejected', acknowledged: 'rejected', unknown: 'rejected' },
      ],
      ['reply 777', (id) => reply(id, 777), {}],
      ['a reply of another device', (id) => reply(id, 409, 'SOMEBODY-ELSE'), {}],
      [
        'the report of its movement',
        (id) => report('openByCommand', { cmd: id }),
        { sent: 'confirmed', acknowledged: 'confirmed', unknown: 'confirmed' },
      ],
      [
        'a report of another cause with its id',
        (id) => report('openByFault', { cmd: id, at: 1 }),
        {},
      ],
      [
        'a cancel',
        (id) => cancelCommand(ctx, world.caller, id),
        { queued: 'cancelled', unknown: 'cancelled' },
      ],
      ['a second sending', (id) => send(id), { queued: 'sent' }],
      ['looking at the deadline', () => expireCommands(ctx), {}],
    ];
    it.each(
      STATES.flatMap((state) =>
        EVENTS.map(([name, act, moves]) => [state, name, act, moves] as const),
      ),
    )('%s: %s', async (state, _name, act, moves) => {
      const commandId = await inState(state);
      const wanted = moves[state] ?? state;
      expect(wanted === state || canMove(state, wanted)).toBe(true);
      const before = (await statesOf(ctx, commandId)).length;
      await act(commandId);
      expect(await stateOf(commandId)).toBe(wanted);
      expect((await statesOf(ctx, commandId)).length).toBe(before + (wanted === state ? 0 : 1));
    });
  });

  describe('sending', () => {
    it('happens once, however many ask', async () => {
      const commandId = await accepted();
      const link = recordingLink();
      await Promise.all(Array.from({ length: 10 }, () => send(commandId, link)));
      expect(link.written).toHaveLength(1);
    });

    it('is left to the process that holds the connection', async () => {
      const commandId = await accepted();
      await send(commandId, recordingLink({ isConnected: () => false }));
      expect(await stateOf(commandId)).toBe('queued');
    });

    it('does not happen past the deadline', async () => {
      const commandId = await accepted();
      const link = recordingLink();
      world.clock.advance(OPEN_LIFE_MS - 1_000);
      await send(commandId, link);
      await createCommandSender(ctx, link).sendWaiting();
      expect(link.written).toEqual([]);
      world.clock.advance(1_010);
      await expireCommands(ctx);
      expect(await commandRow(ctx, commandId)).toMatchObject({
        state: 'expired',
        reason: 'not-sent',
      });
    });

    it('does not happen when the process was stopped between taking and writing', async () => {
      const commandId = await accepted();
      const link = recordingLink({ beforeWrite: () => world.clock.advance(OPEN_LIFE_MS + 100) });
      await send(commandId, link);
      expect(link.written).toEqual([]);
      expect(await statesOf(ctx, commandId)).toEqual(['queued', 'sent', 'expired']);
    });

    it('is not fooled by a wall clock set back meanwhile', async () => {
      const commandId = await accepted();
      const link = recordingLink({
        beforeWrite: () => {
          world.clock.advance(OPEN_LIFE_MS + 100);
          world.clock.stepTo(world.clock.now() - OPEN_LIFE_MS);
        },
      });
      await send(commandId, link);
      expect(link.written).toEqual([]);
    });

    it('ends the command when the connection was gone before a byte was written', async () => {
      const commandId = await accepted();
      await send(commandId, { ...recordingLink(), send: () => Promise.resolve('not-connected') });
      expect(await commandRow(ctx, commandId)).toMatchObject({
        state: 'rejected',
        reason: 'device-offline',
      });
    });

    it('leaves it sent when the write failed half way, for its deadline to decide', async () => {
      const commandId = await accepted();
      const broken = { ...recordingLink(), send: () => Promise.reject(new Error('broken pipe')) };
      await send(commandId, broken);
      expect(await stateOf(commandId)).toBe('sent');
      world.clock.advance(OPEN_LIFE_MS + 5_010);
      await expireCommands(ctx);
      expect(await stateOf(commandId)).toBe('unknown');
    });

    it('waits for a device that comes back in time', async () => {
      await database.db
        .updateTable('device_state')
        .set({ connected: false })
        .where('device_id', '=', device.deviceId)
        .execute();
      const outcome = await world.order(device, 'open', { queue: true });
      const commandId = outcome.ok ? outcome.value.commandId : '';
      let connected = false;
      const link = recordingLink({ isConnected: () => connected });
      const sender = createCommandSender(ctx, link);
      await sender.sendWaiting();
      expect(link.written).toEqual([]);
      connected = true;
      await sender.sendWaiting();
      expect(link.written.map(({ payload }) => payload.id)).toContain(commandId);
    });
  });

  describe('time', () => {
    it('makes unknown what was acknowledged and never confirmed', async () => {
      const commandId = await inState('acknowledged');
      world.clock.advance(OPEN_LIFE_MS + 4_000);
      await expireCommands(ctx);
      expect(await stateOf(commandId)).toBe('acknowledged');
      world.clock.advance(1_100);
      await expireCommands(ctx);
      expect(await commandRow(ctx, commandId)).toMatchObject({
        state: 'unknown',
        reason: 'no-answer',
      });
      expect(world.changes).toContainEqual(
        expect.objectContaining({ state: 'unknown', commandId }),
      );
    });

    it('run twice at the same instant changes nothing more', async () => {
      const commandId = await inState('unknown');
      const before = await statesOf(ctx, commandId);
      await Promise.all([expireCommands(ctx), expireCommands(ctx)]);
      expect(await statesOf(ctx, commandId)).toEqual(before);
    });

    it('answers when the next deadline is', async () => {
      await accepted();
      const next = (await expireCommands(ctx)) ?? 0;
      expect(next).toBeGreaterThan(0);
      expect(next).toBeLessThan(OPEN_LIFE_MS + 100);
    });

    it("is the database's: a process whose clock is slow sends nothing late", async () => {
      const commandId = await accepted();
      await sql`update command set expires_at = ${new Date(Date.now() - 1)}, created_at = ${new Date(Date.now() - 120_000)}
        where command_id = ${commandId}`.execute(database.db);
      const slow = { ...contextOn(database, world.clock), clock: systemClockWithWallBehind(1) };
      const link = recordingLink();
      await createCommandSender(slow, link).send(device.customerId, commandId, device.deviceCode);
      expect(link.written).toEqual([]);
    });
  });

  describe('an unknown outcome', () => {
    it('keeps the device to itself', async () => {
      await inState('unknown');
      await heard();
      for (const order of ['open', 'lock'] as const) {
        expect(await world.order(device, order)).toMatchObject({ refusal: 'control-busy' });
      }
    });

    it('is settled by the late report of the movement', async () => {
      const commandId = await inState('unknown');
      await report('openByCommand', { cmd: commandId });
      expect(await commandRow(ctx, commandId)).toMatchObject({
        state: 'confirmed',
        reason: 'confirmed-late',
      });
    });

    it.each([
      ['closeByCommand', 'expired', 'not-executed'],
      ['openByCommand', 'confirmed', 'read-back'],
      ['openByFault', 'cancelled', 'overtaken'],
    ] as const)('is settled by a later report of %s', async (action, state, reason) => {
      const commandId = await inState('unknown');
      await report(action);
      expect(await commandRow(ctx, commandId)).toMatchObject({ state, reason });
      await heard();
      const next = action.startsWith('open') ? 'lock' : 'open';
      expect(await world.order(device, next)).toMatchObject({ ok: true });
    });

    it('is not settled by a report the device made before the deadline', async () => {
      const commandId = await inState('unknown');
      await report('closeByCommand', { at: world.clock.now() - 60_000 });
      expect(await stateOf(commandId)).toBe('unknown');
    });

    it('makes the device come back once to say where it stands', async () => {
      const commandId = await inState('unknown');
      const resets: string[] = [];
      const link = { ...recordingLink(), reset: (code: string) => resets.push(code) };
      const askAgain = createAskAgain(ctx, link);
      await askAgain();
      expect(resets).not.toContain(device.deviceCode);
      world.clock.advance(15_000);
      await askAgain();
      await askAgain();
      expect(resets.filter((code) => code === device.deviceCode)).toHaveLength(1);
      await report('closeByCommand');
      expect(await stateOf(commandId)).toBe('expired');
    });

    it('has its device left alone while that has just come back, and is about to tell', async () => {
      await inState('unknown');
      let isConnected = false;
      const resets: string[] = [];
      const askAgain = createAskAgain(ctx, {
        ...recordingLink({ isConnected: () => isConnected }),
        reset: (code) => resets.push(code),
      });
      world.clock.advance(600_000);
      await askAgain();
      isConnected = true;
      await askAgain();
      world.clock.advance(4_000);
      await askAgain();
      expect(resets).not.toContain(device.deviceCode);
      world.clock.advance(1_000);
      await askAgain();
      expect(resets.filter((code) => code === device.deviceCode)).toHaveLength(1);
    });

    it('calls a person when it stays unknown for a minute with its device there', async () => {
      const commandId = await inState('unknown');
      const gone = { ...recordingLink(), isConnected: () => false };
      const resets: string[] = [];
      const link = { ...recordingLink(), reset: (code: string) => resets.push(code) };
      const askAgain = createAskAgain(ctx, link);
      await askAgain();
      world.clock.advance(59_000);
      await askAgain();
      expect(await unknownAlarms()).toEqual([]);
      world.clock.advance(1_000);
      await createAskAgain(ctx, gone)();
      expect(await unknownAlarms()).toEqual([]);
      await askAgain();
      await askAgain();
      expect(await unknownAlarms()).toEqual([true]);
      expect(resets.filter((code) => code === device.deviceCode)).toHaveLength(2);
      // A clock that runs behind: what it says proves something only later.
      await report('closeByCommand', { at: world.clock.now() - 300_000 });
      expect(await stateOf(commandId)).toBe('unknown');
      world.clock.advance(240_000);
      await askAgain();
      expect(resets.filter((code) => code === device.deviceCode)).toHaveLength(3);
      await report('closeByCommand');
      expect(await stateOf(commandId)).toBe('expired');
      expect(await unknownAlarms()).toEqual([true, false]);
    });

    it('may be overridden by a person only when the device must have refused it', async () => {
      const commandId = await sent();
      await sql`update command set state = 'unknown' where command_id = ${commandId}`.execute(
        database.db,
      );
      expect(await cancelCommand(ctx, world.caller, commandId)).toMatchObject({
        refusal: 'control-busy',
      });
      world.clock.advance(OPEN_LIFE_MS + 5_010);
      expect(await cancelCommand(ctx, world.caller, commandId)).toMatchObject({ ok: true });
      expect(await commandRow(ctx, commandId)).toMatchObject({
        state: 'cancelled',
        reason: 'overridden',
      });
      await heard();
      expect(await world.order(device, 'open')).toMatchObject({ ok: true });
    });

    async function unknownAlarms() {
      const rows = await database.db
        .selectFrom('device_alarm_event')
        .select('active')
        .where('device_id', '=', device.deviceId)
        .where('alarm_type', '=', 'commandUnknown')
        .orderBy('device_alarm_event_id')
        .execute();
      // What a person sees is what was said last.
      const alarms = await database.db
        .selectFrom('alarm')
        .select(['source', 'end_reason as ended'])
        .where('device_id', '=', device.deviceId)
        .where('alarm_type', '=', 'commandUnknown')
        .orderBy('alarm_id')
        .execute();
      const last = rows.at(-1)?.active;
      expect(alarms.at(-1)).toEqual(
        last === undefined ? undefined : { source: 'platform', ended: last ? null : 'settled' },
      );
      return rows.map(({ active }) => active);
    }

    async function heard() {
      await database.db
        .updateTable('device_state')
        .set({ heard_at: new Date(world.clock.now()) })
        .where('device_id', '=', device.deviceId)
        .execute();
    }
  });

  describe('a report', () => {
    const latest = () =>
      database.db
        .selectFrom('device_state')
        .select(['switch_action', 'switch_command_id'])
        .where('device_id', '=', device.deviceId)
        .executeTakeFirstOrThrow();
    const since = async () => {
      const summary = await findSummary(
        database.db,
        world.caller,
        device.deviceId,
        world.clock.now(),
      );
      return summary!.actionAt;
    };

    it('of the same state, as after a reconnect, leaves the instant of the movement', async () => {
      const moved = world.clock.now() + 10;
      await report('openByFault', { at: moved });
      const again = await report('openByFault', { at: moved + 60_000 });
      expect(again).toMatchObject([{ name: 'switch.reported', event: { at: moved } }]);
      expect(await since()).toBe(moved);
      await report('openByManual', { at: moved + 90_000 });
      expect(await since()).toBe(moved + 90_000);
    });

    it('that comes late tells since when it has been so', async () => {
      const at = world.clock.now() + 10;
      await report('closeByManual', { at });
      await report('openByFault', { at: at + 50_000 });
      await report('openByFault', { at: at + 20_000 });
      expect(await since()).toBe(at + 20_000);
      // It was closed in between.
      await report('closeByManual', { at: at + 30_000 });
      expect(await since()).toBe(at + 50_000);
      await report('openByFault', { at: at + 40_000 });
      expect(await since()).toBe(at + 40_000);
    });

    it("without a command is the device's own doing", async () => {
      const commandId = await sent();
      const messages = await report('openByManual');
      expect(messages).toMatchObject([
        { name: 'switch.reported', event: { action: 'openByManual', commandId: null } },
      ]);
      expect(await stateOf(commandId)).toBe('sent');
      expect(await latest()).toEqual({ switch_action: 'openByManual', switch_command_id: null });
    });

    it('told twice is stored once and published once', async () => {
      const at = world.clock.now() + 10;
      expect(await report('openByFault', { at })).toHaveLength(1);
      expect(await report('openByFault', { at })).toHaveLength(0);
    });

    it('older than the latest does not turn it back', async () => {
      await report('openByFault', { at: world.clock.now() + 10 });
      expect(await report('closeByManual', { at: world.clock.now() + 5 })).toEqual([]);
      expect(await latest()).toMatchObject({ switch_action: 'openByFault' });
    });

    it('names no command of another device', async () => {
      const other = await world.addDevice();
      const commandId = await sent();
      await report('openByCommand', { cmd: commandId, of: other });
      expect(await stateOf(commandId)).toBe('sent');
    });

    it.each(['', 'nonsense', '0', "'; drop table command; --"])(
      'with the id %j as its command is only a report',
      async (cmd) => {
        expect(await report('openByFault', { cmd })).toHaveLength(1);
        expect(await reply(cmd, 0)).toEqual([]);
      },
    );
  });

  describe('a session that ends', () => {
    const endSession = () =>
      database.db.deleteFrom('session').where('token_hash', '=', world.caller.tokenHash).execute();

    it('takes its waiting commands with it', async () => {
      const control = await startControl(ctx, recordingLink({ isConnected: () => false }));
      try {
        const commandId = await accepted();
        await endSession();
        ctx.bus.publish('session.ended', {
          tokenHashes: [world.caller.tokenHash.toString('hex')],
        });
        await eventually(() => stateOf(commandId)).toBe('cancelled');
        expect(await commandRow(ctx, commandId)).toMatchObject({ reason: 'session-ended' });
      } finally {
        await control.stop();
      }
    });

    it('keeps one from being sent even before anybody heard of it', async () => {
      const commandId = await accepted();
      await endSession();
      const link = recordingLink();
      await send(commandId, link);
      expect(link.written).toEqual([]);
    });

    const standing = (values: object) =>
      database.db
        .updateTable('customer')
        .set(values)
        .where('customer_id', '=', world.tenant.customerId)
        .execute();
    const ofSession = (values: object) =>
      database.db
        .updateTable('session')
        .set(values)
        .where('token_hash', '=', world.caller.tokenHash)
        .execute();

    // The row of the session is there in each of these: nobody has cleared it away yet.
    it.each<[string, () => Promise<unknown>]>([
      ['ran out', () => ofSession({ expires_at: new Date(world.clock.now()) })],
      [
        'was left alone',
        () => ofSession({ last_used_at: new Date(world.clock.now() - 1_800_000) }),
      ],
      [
        'is of a customer whose time is over',
        () => standing({ expires_at: new Date(world.clock.now()) }),
      ],
      ['is of a customer who was turned away', () => standing({ state: 'rejected' })],
      [
        'is of a user who was disabled',
        () =>
          database.db
            .updateTable('user_account')
            .set({ disabled: true })
            .where('customer_id', '=', world.tenant.customerId)
            .where('user_id', '=', world.caller.userId)
            .execute(),
      ],
    ])('and %s sends nothing any more, and its orders are cancelled', async (_how, end) => {
      const commandId = await accepted();
      await end();
      const link = recordingLink();
      await send(commandId, link);
      expect([link.written, await stateOf(commandId)]).toEqual([[], 'queued']);
      const control = await startControl(ctx, recordingLink());
      await eventually(() => stateOf(commandId)).toBe('cancelled');
      await control.stop();
      expect(await commandRow(ctx, commandId)).toMatchObject({ reason: 'session-ended' });
    });

    it('leaves alone what was sent', async () => {
      const commandId = await sent();
      await endSession();
      const control = await startControl(ctx, recordingLink());
      await control.stop();
      expect(await stateOf(commandId)).toBe('sent');
    });
  });

  describe('a restart', () => {
    it('keeps what waits and never repeats what was sent', async () => {
      const first = await sent();
      const second = await accepted('open', await world.addDevice());
      const after = contextOn(database, world.clock, {}, 'process-2');
      await settleAfterRestart(after);
      expect(await stateOf(first)).toBe(engine === 'pglite' ? 'unknown' : 'sent');
      expect(await stateOf(second)).toBe('queued');
      const link = recordingLink();
      await createCommandSender(after, link).sendWaiting();
      const ids = link.written.map(({ payload }) => payload.id);
      expect(ids).toContain(second);
      expect(ids).not.toContain(first);
    });
  });

  describe('the running part', () => {
    it('sends on the hint, on coming back, and expires by itself', async () => {
      let connected = true;
      const link = recordingLink({ isConnected: () => connected });
      const control = await startControl(ctx, link);
      try {
        const first = await accepted();
        await eventually(() => stateOf(first)).toBe('sent');
        connected = false;
        const other = await world.addDevice();
        const second = await accepted('open', other);
        const third = await accepted('open', await world.addDevice());
        connected = true;
        control.linkUp(other.deviceCode);
        world.clock.advance(60);
        await eventually(() => stateOf(second)).toBe('sent');
        expect(await stateOf(third)).toBe('sent');
        world.clock.advance(OPEN_LIFE_MS + 5_000);
        // The monotonic step runs the look that was planned; what it finds is due by then.
        await eventually(async () => {
          world.clock.advance(2_000);
          return stateOf(first);
        }).toBe('unknown');
      } finally {
        await control.stop();
      }
    });
  });
});

/** A machine whose wall clock is right and whose timers are its own. */
function systemClockWithWallBehind(ms: number) {
  return {
    now: () => Date.now() - ms,
    monotonic: () => performance.now(),
    every: () => () => undefined,
    after: () => () => undefined,
  };
}
