/**
 * Devices that a batch command did not reach: they are never commanded later by themselves, but
 * repeated on request.
 */
import { describe, expect, it } from 'vitest';
import {
  cancelBatchCommand,
  repeatBatchCommand,
} from '../../src/areas/control/batch/batch-command-service.ts';
import { runBatchCommands } from '../../src/areas/control/batch/run-batch-commands.ts';
import { createCommandSender } from '../../src/areas/control/commands/command-sender.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { batchCommandSteps } from './batch-command-steps.ts';
import { contextOn, controlFixture, recordingLink, type TestDevice } from './control-fixture.ts';

describeWithDatabase('a batch command', (database) => {
  const { world, ctx } = controlFixture(database);
  const { addDevices, started, progress, statesOf, commandsOf, run, hear } = batchCommandSteps(
    () => world,
  );

  describe('an interrupted batch command', () => {
    it('sends nothing after its ten minutes, even if the platform restarts', async () => {
      const devices = await addDevices(30);
      const id = await started(devices, 'open');
      await run(1);
      world.clock.advance(600_000);
      await hear();
      await run(2, () => runBatchCommands(contextOn(database, world.clock, {}, 'restarted')));
      const states = await statesOf(id);
      expect(states.filter((state) => state === 'ordered')).toHaveLength(10);
      expect(states.filter((state) => state === 'expired')).toHaveLength(20);
      expect((await progress(id)).batch.endedAt).not.toBeNull();
    });

    it('continues where it stopped if the platform restarts in time', async () => {
      const devices = await addDevices(15);
      const id = await started(devices, 'open');
      await run(1);
      world.clock.advance(60_000);
      await hear();
      await run(2, () => runBatchCommands(contextOn(database, world.clock, {}, 'restarted')));
      expect(await statesOf(id)).toEqual(Array(15).fill('ordered'));
      expect(await commandsOf(devices)).toHaveLength(15);
    });

    it.each(['is over', 'ran out'])('sends nothing after its session %s', async (how) => {
      const devices = await addDevices(15);
      const id = await started(devices, 'open');
      await run(1);
      const { tokenHash } = world.caller;
      await (how === 'is over'
        ? database.db.deleteFrom('session').where('token_hash', '=', tokenHash)
        : database.db
            .updateTable('session')
            .set({ expires_at: new Date(world.clock.now()) })
            .where('token_hash', '=', tokenHash)
      ).execute();
      await run(2);
      const { devices: listed } = await progress(id);
      expect(listed.filter(({ state }) => state === 'ordered')).toHaveLength(10);
      expect(listed.filter(({ reason }) => reason === 'session-ended')).toHaveLength(5);
      expect(await commandsOf(devices)).toHaveLength(10);
    });

    it('sends nothing for a user who may no longer control devices', async () => {
      const devices = await addDevices(2);
      const id = await started(devices, 'open');
      await database.db
        .updateTable('user_account')
        .set({ role: 'viewer' })
        .where('user_id', '=', world.caller.userId)
        .execute();
      await run(1);
      expect((await progress(id)).devices.map(({ reason }) => reason)).toEqual([
        'forbidden',
        'forbidden',
      ]);
      expect(await commandsOf(devices)).toEqual([]);
    });

    it('sends nothing after it was cancelled, including commands not sent yet', async () => {
      const devices = await addDevices(15);
      const id = await started(devices, 'open');
      await run(1);
      const outcome = await cancelBatchCommand(ctx, world.caller, id);
      expect(outcome).toMatchObject({ ok: true });
      await run(2);
      const link = recordingLink();
      await createCommandSender(ctx, link).sendWaiting();
      const codes = devices.map(({ deviceCode }) => deviceCode);
      expect(link.written.filter(({ deviceCode }) => codes.includes(deviceCode))).toEqual([]);
      expect((await commandsOf(devices)).map(({ state }) => state)).toEqual(
        Array(10).fill('cancelled'),
      );
      expect(await cancelBatchCommand(ctx, world.caller, id)).toMatchObject({
        refusal: 'command-ended',
      });
    });
  });

  describe('a repeated batch command', () => {
    it('commands only the failed devices', async () => {
      const fine = await world.addDevice();
      const refused = await world.addDevice({ connected: false });
      const rejected = await world.addDevice();
      const id = await started([fine, refused, rejected], 'open');
      await run(1);
      const settle = (device: TestDevice, state: 'confirmed' | 'rejected') =>
        database.db
          .updateTable('command')
          .set({ state, sent_at: new Date(world.clock.now()) })
          .where('device_id', '=', device.deviceId)
          .execute();
      await settle(fine, 'confirmed');
      await settle(rejected, 'rejected');
      await database.db
        .updateTable('device_state')
        .set({ connected: true })
        .where('device_id', '=', refused.deviceId)
        .execute();
      const outcome = await repeatBatchCommand(ctx, world.caller, id, { source: 'test' });
      expect(outcome).toMatchObject({ ok: true });
      expect(await statesOf(id)).toEqual(['ordered', 'waiting', 'waiting']);
      // A repeat is refused while the batch command is running, because each device has one step at
      // a time.
      expect(await repeatBatchCommand(ctx, world.caller, id, { source: 'test' })).toMatchObject({
        refusal: 'control-busy',
      });
      await run(2);
      expect(await statesOf(id)).toEqual(['ordered', 'ordered', 'ordered']);
      expect(await commandsOf([fine])).toHaveLength(1);
      expect(await commandsOf([rejected])).toHaveLength(2);
    });

    it('is refused if no device failed', async () => {
      const id = await started(await addDevices(1), 'open');
      await run(1);
      expect(await repeatBatchCommand(ctx, world.caller, id, { source: 'test' })).toMatchObject({
        refusal: 'command-ended',
      });
    });
  });
});
