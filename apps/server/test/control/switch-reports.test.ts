/**
 * Switch reports of a device: the time of the change, its command, late and repeated reports
 * (docs/promises.md C6).
 */
import { describe, expect, it } from 'vitest';
import { findSummaries } from '../../src/areas/fleet/devices/device-list-queries.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { commandFixture } from './command-fixture.ts';

describeWithDatabase('the life cycle of a command', (database) => {
  const { world, device, reply, report, sent, stateOf } = commandFixture(database);

  describe('a switch report', () => {
    const latest = () =>
      database.db
        .selectFrom('device_state')
        .select(['switch_action', 'switch_command_id'])
        .where('device_id', '=', device.deviceId)
        .executeTakeFirstOrThrow();
    const since = async () => {
      const now = world.clock.now();
      const [summary] = await findSummaries(
        database.db,
        world.caller,
        { id: device.deviceId, code: undefined },
        now,
      );
      return summary!.actionAt;
    };

    it('does not change the time of the switch operation if the state is the same, as after a reconnect', async () => {
      const moved = world.clock.now() + 10;
      await report('openByFault', { at: moved });
      const again = await report('openByFault', { at: moved + 60_000 });
      expect(again).toMatchObject([{ name: 'switch.reported', event: { at: moved } }]);
      expect(await since()).toBe(moved);
      await report('openByManual', { at: moved + 90_000 });
      expect(await since()).toBe(moved + 90_000);
    });

    it('updates the time at which the current state began if it arrives late', async () => {
      const at = world.clock.now() + 10;
      await report('closeByManual', { at });
      await report('openByFault', { at: at + 50_000 });
      const [corrected] = await report('openByFault', { at: at + 20_000 });
      expect(await since()).toBe(at + 20_000);
      expect(corrected).toMatchObject({
        name: 'switch.reported',
        event: { action: 'openByFault', at: at + 20_000 },
      });
      // A late report shows that the breaker was closed in between.
      const [closed] = await report('closeByManual', { at: at + 30_000 });
      expect(await since()).toBe(at + 50_000);
      expect(closed).toMatchObject({ event: { action: 'openByFault', at: at + 50_000 } });
      await report('openByFault', { at: at + 40_000 });
      expect(await since()).toBe(at + 40_000);
    });

    it('is attributed to the device itself if it has no command', async () => {
      const commandId = await sent();
      const messages = await report('openByManual');
      expect(messages).toMatchObject([
        { name: 'switch.reported', event: { action: 'openByManual', commandId: null } },
      ]);
      expect(await stateOf(commandId)).toBe('sent');
      expect(await latest()).toEqual({ switch_action: 'openByManual', switch_command_id: null });
    });

    it('is published with the lock of the command that it confirms', async () => {
      const cmd = await sent('lock');
      const [locked] = await report('lockByCommand', { cmd });
      const { userId, userName } = world.caller;
      expect(locked).toMatchObject({
        name: 'switch.reported',
        event: { action: 'lockByCommand', lock: { userId, userName } },
      });
      world.clock.advance(1_000);
      const [unlocked] = await report('openByCommand');
      expect(unlocked).toMatchObject({ event: { action: 'openByCommand', lock: undefined } });
    });

    it('does not publish an earlier position as the present one if it confirms a command late', async () => {
      const cmd = await sent();
      const at = world.clock.now() + 10;
      await report('closeByManual', { at: at + 100 });
      expect(await report('openByCommand', { at, cmd })).toMatchObject([
        {
          name: 'command.changed',
          event: { state: 'confirmed', action: 'closeByManual', actionAt: at + 100 },
        },
      ]);
    });

    it('received twice is stored and published once', async () => {
      const at = world.clock.now() + 10;
      expect(await report('openByFault', { at })).toHaveLength(1);
      expect(await report('openByFault', { at })).toHaveLength(0);
    });

    it('older than the latest does not overwrite the state', async () => {
      await report('openByFault', { at: world.clock.now() + 10 });
      expect(await report('closeByManual', { at: world.clock.now() + 5 })).toEqual([]);
      expect(await latest()).toMatchObject({ switch_action: 'openByFault' });
    });

    it('does not match a command of another device', async () => {
      const other = await world.addDevice();
      const commandId = await sent();
      await report('openByCommand', { cmd: commandId, of: other });
      expect(await stateOf(commandId)).toBe('sent');
    });

    it.each(['', 'nonsense', '0', "'; drop table command; --"])(
      'affects no command if its command id is %j',
      async (cmd) => {
        expect(await report('openByFault', { cmd })).toHaveLength(1);
        expect(await reply(cmd, 0)).toEqual([]);
      },
    );
  });
});
