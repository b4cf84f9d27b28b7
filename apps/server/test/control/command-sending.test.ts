/**
 * Sending a command: once, in time, by the process with the connection, after a restart
 * (docs/promises.md C1, C3).
 */
import { describe, expect, it } from 'vitest';
import {
  expireCommands,
  resolveAfterRestart,
} from '../../src/areas/control/commands/command-expiry.ts';
import { createCommandSender } from '../../src/areas/control/commands/command-sender.ts';
import { startControl } from '../../src/areas/control/control-runtime.ts';
import { describeWithDatabase, exclusive } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { commandFixture, OPEN_LIFE_MS } from './command-fixture.ts';
import { commandRow, contextOn, recordingLink, statesOf } from './control-fixture.ts';

describeWithDatabase('the life cycle of a command', (database) => {
  const { world, ctx, device, accepted, send, sent, stateOf } = commandFixture(database);

  describe('sending a command', () => {
    it('happens once, however many processes try', async () => {
      const commandId = await accepted();
      const link = recordingLink();
      await Promise.all(Array.from({ length: 10 }, () => send(commandId, link)));
      expect(link.written).toHaveLength(1);
    });

    it('is left to the process that has the connection', async () => {
      const commandId = await accepted();
      await send(commandId, recordingLink({ isConnected: () => false }));
      expect(await stateOf(commandId)).toBe('queued');
    });

    it('does not happen after the device was deleted', async () => {
      const commandId = await accepted();
      const link = recordingLink();
      await database.db
        .updateTable('device')
        .set({ deleted_at: new Date(world.clock.now()) })
        .where('device_id', '=', device.deviceId)
        .execute();
      await send(commandId, link);
      expect(link.written).toEqual([]);
      expect(await stateOf(commandId)).toBe('queued');
    });

    it('does not happen after the deadline', async () => {
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

    it('does not happen if the process was paused between claim and write', async () => {
      const commandId = await accepted();
      const link = recordingLink({ beforeWrite: () => world.clock.advance(OPEN_LIFE_MS + 100) });
      await send(commandId, link);
      expect(link.written).toEqual([]);
      expect(await statesOf(ctx, commandId)).toEqual(['queued', 'sent', 'expired']);
    });

    it('is not affected by a wall clock that is set back during the write', async () => {
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

    it('rejects the command if the connection closed before a byte was written', async () => {
      const commandId = await accepted();
      await send(commandId, { ...recordingLink(), send: () => Promise.resolve('not-connected') });
      expect(await commandRow(ctx, commandId)).toMatchObject({
        state: 'rejected',
        reason: 'device-offline',
      });
    });

    it('rejects the command if the protocol of the device cannot carry it', async () => {
      const commandId = await accepted();
      await send(commandId, { ...recordingLink(), send: () => Promise.resolve('not-supported') });
      expect(await commandRow(ctx, commandId)).toMatchObject({
        state: 'rejected',
        reason: 'order-not-supported',
      });
    });

    it('leaves the command sent if the write failed half way, for its deadline to decide', async () => {
      const commandId = await accepted();
      const broken = { ...recordingLink(), send: () => Promise.reject(new Error('broken pipe')) };
      await send(commandId, broken);
      expect(await stateOf(commandId)).toBe('sent');
      world.clock.advance(OPEN_LIFE_MS + 5_010);
      await expireCommands(ctx);
      expect(await stateOf(commandId)).toBe('unknown');
    });

    it('is sent late if an offline device reconnects before the deadline', async () => {
      await database.db
        .updateTable('device_state')
        .set({ connected: false })
        .where('device_id', '=', device.deviceId)
        .execute();
      const outcome = await world.submit(device, 'open', { queue: true });
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

  describe('a restart', () => {
    it.each([
      ['sent, if another process may be waiting for the reply', false, 'sent'],
      ['unknown, if no other process can be running', true, 'unknown'],
    ])('sends queued commands and leaves a sent command as %s', async (_name, isAlone, state) => {
      const first = await sent();
      const second = await accepted('open', await world.addDevice());
      const after = contextOn(
        isAlone ? exclusive(database) : database,
        world.clock,
        {},
        'process-2',
      );
      await resolveAfterRestart(after);
      expect(await stateOf(first)).toBe(state);
      expect(await stateOf(second)).toBe('queued');
      const link = recordingLink();
      await createCommandSender(after, link).sendWaiting();
      const ids = link.written.map(({ payload }) => payload.id);
      expect(ids).toContain(second);
      expect(ids).not.toContain(first);
    });
  });

  describe('the control runtime', () => {
    it('sends commands when they are queued and on reconnect, and expires them by itself', async () => {
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
        await eventually(() => stateOf(third)).toBe('sent');
        world.clock.advance(OPEN_LIFE_MS + 5_000);
        // The step of the monotonic clock runs the scheduled check; by then its commands are due.
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
