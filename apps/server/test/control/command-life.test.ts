/**
 * The states of a command: its path, the transitions from each state, and its deadlines
 * (docs/promises.md C1, C3, C6).
 */
import { type CommandState, canMove } from '@busbar/domain/switch/command-state';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { expireCommands } from '../../src/areas/control/commands/command-expiry.ts';
import { createCommandSender } from '../../src/areas/control/commands/command-sender.ts';
import { cancelCommand } from '../../src/areas/control/commands/command-service.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { commandFixture, OPEN_LIFE_MS } from './command-fixture.ts';
import { commandRow, contextOn, recordingLink, statesOf } from './control-fixture.ts';

describeWithDatabase('the life cycle of a command', (database) => {
  const { world, ctx, device, accepted, inState, reply, report, send, stateOf } =
    commandFixture(database);

  it('passes through queued, sent, acknowledged and confirmed', async () => {
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

  describe('the transition from', () => {
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
      ['a reply from another device', (id) => reply(id, 409, 'SOMEBODY-ELSE'), {}],
      [
        'the report of its switch operation',
        (id) => report('openByCommand', { cmd: id }),
        { sent: 'confirmed', acknowledged: 'confirmed', unknown: 'confirmed' },
      ],
      [
        'a report of another cause with its id',
        (id) => report('openByFault', { cmd: id, at: 1 }),
        {},
      ],
      [
        'a cancellation',
        (id) => cancelCommand(ctx, world.caller, id),
        { queued: 'cancelled', unknown: 'cancelled' },
      ],
      ['a second send', (id) => send(id), { queued: 'sent' }],
      ['a deadline check', () => expireCommands(ctx), {}],
    ];
    it.each(
      STATES.flatMap((state) =>
        EVENTS.map(([name, act, moves]) => [state, name, act, moves] as const),
      ),
    )('moves from %s as the table says on %s', async (state, _name, act, moves) => {
      const commandId = await inState(state);
      const wanted = moves[state] ?? state;
      expect(wanted === state || canMove(state, wanted)).toBe(true);
      const before = (await statesOf(ctx, commandId)).length;
      await act(commandId);
      expect(await stateOf(commandId)).toBe(wanted);
      expect((await statesOf(ctx, commandId)).length).toBe(before + (wanted === state ? 0 : 1));
    });
  });

  describe('the deadline', () => {
    it('turns an acknowledged but unconfirmed command into unknown', async () => {
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

    it('changes nothing when it is checked twice at the same instant', async () => {
      const commandId = await inState('unknown');
      const before = await statesOf(ctx, commandId);
      await Promise.all([expireCommands(ctx), expireCommands(ctx)]);
      expect(await statesOf(ctx, commandId)).toEqual(before);
    });

    it('returns the time of the next deadline when checked', async () => {
      await accepted();
      const next = (await expireCommands(ctx)) ?? 0;
      expect(next).toBeGreaterThan(0);
      expect(next).toBeLessThan(OPEN_LIFE_MS + 100);
    });

    it('uses the database clock: a process with a slow clock sends nothing late', async () => {
      const commandId = await accepted();
      await sql`update command set expires_at = ${new Date(Date.now() - 1)}, created_at = ${new Date(Date.now() - 120_000)}
        where command_id = ${commandId}`.execute(database.db);
      const slow = { ...contextOn(database, world.clock), clock: systemClockWithWallBehind(1) };
      const link = recordingLink();
      await createCommandSender(slow, link).send(device.customerId, commandId, device.deviceCode);
      expect(link.written).toEqual([]);
    });
  });
});

/** A clock whose wall time is `ms` behind and which runs no timers. */
function systemClockWithWallBehind(ms: number) {
  return {
    now: () => Date.now() - ms,
    monotonic: () => performance.now(),
    every: () => () => undefined,
    after: () => () => undefined,
  };
}
