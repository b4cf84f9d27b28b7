/**
 * The real-time channel over real sockets: the devices and the events that an open connection
 * receives (docs/promises.md W2).
 */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceRef } from '../../src/bus.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { fixture } from '../support/fixture.ts';
import { buildRealtimeFixture } from './realtime-fixture.ts';
import { type Client, roundTrip } from './websocket-client.ts';

describeWithDatabase('the real-time channel', (database) => {
  const world = fixture(() => buildRealtimeFixture(database));

  describe('received events', () => {
    let client: Client;
    beforeAll(async () => {
      client = await world.connectOpen();
    });

    it('are those of the caller’s own customer only', async () => {
      world.presence(world.foreignDevice);
      world.ctx.bus.publish('command.changed', world.ended(world.foreignDevice));
      // Even an event that contains this customer's groups but another customer's number is not
      // delivered.
      world.presence({ ...world.foreignDevice, groupPath: world.device.groupPath });
      world.presence(world.device);
      await roundTrip(client);
      expect(client.frames.splice(0).map(({ deviceId }) => deviceId)).toEqual([
        world.device.deviceId,
      ]);
    });

    it('are those of the caller’s group and below, not of parent or sibling groups', async () => {
      const below = await world.clientOfGroup(world.tenant.childGroupId);
      await roundTrip(client);
      client.frames.length = 0;
      world.presence(world.device);
      world.presence(world.childDevice);
      await Promise.all([roundTrip(client), roundTrip(below)]);
      expect(client.frames.splice(0)).toHaveLength(2);
      expect(below.frames.splice(0).map(({ deviceId }) => deviceId)).toEqual([
        world.childDevice.deviceId,
      ]);
      below.ws.terminate();
    });

    it('include REMOTE_CONTROL for every final state of a switch command', async () => {
      const states = [
        'queued',
        'sent',
        'acknowledged',
        'confirmed',
        'rejected',
        'expired',
        'cancelled',
        'unknown',
      ] as const;
      for (const state of states) {
        world.ctx.bus.publish('command.changed', { ...world.ended(world.device), state });
      }
      await roundTrip(client);
      const got = client.frames.splice(0);
      const of = (type: string) =>
        got
          .filter(({ msgType }) => msgType === type)
          .map(({ message }) => JSON.parse(message).state);
      expect(of('COMMAND')).toEqual([...states]);
      expect(of('REMOTE_CONTROL')).toEqual(states.slice(3));
      expect(got.find(({ msgType }) => msgType === 'REMOTE_CONTROL')?.deviceStatus).toBe(
        'switch:openByCommand',
      );
    });

    describe('DEVICES messages', () => {
      const change = ({ customerId, deviceId, deviceCode }: DeviceRef) =>
        world.ctx.bus.publish('device.changed', {
          customerId,
          deviceId,
          deviceCode,
          credentialsEnded: false,
        });
      const typesOf = ({ frames }: Client) => frames.map(({ msgType }) => msgType);
      afterEach(() => {
        client.frames.length = 0;
        world.clock.advance(60_000);
      });

      it('are sent once for all devices that changed within a second, if the user sees one of them', async () => {
        const child = await world.clientOfGroup(world.tenant.childGroupId);
        for (const one of [child, client]) {
          await roundTrip(one);
          one.frames.length = 0;
        }
        for (const device of [world.device, world.device, world.foreignDevice]) change(device);
        await roundTrip(client);
        expect(client.frames).toEqual([]);
        world.clock.advance(1_000);
        await eventually(async () => {
          await roundTrip(client);
          expect(typesOf(client)).toEqual(['DEVICES']);
        });
        // A user of a group below must not learn that something changed above.
        await roundTrip(child);
        expect(child.frames).toEqual([]);
        change(world.childDevice);
        world.clock.advance(1_000);
        await eventually(async () => {
          await roundTrip(child);
          expect(typesOf(child)).toEqual(['DEVICES']);
        });
      });

      it('are sent for a deleted device', async () => {
        const setDeleted = (deleted_at: Date | null) =>
          database.db
            .updateTable('device')
            .set({ deleted_at })
            .where('device_id', '=', world.device.deviceId)
            .execute();
        await setDeleted(new Date());
        change(world.device);
        world.clock.advance(1_000);
        await eventually(async () => {
          await roundTrip(client);
          expect(typesOf(client)).toEqual(['DEVICES']);
        });
        await setDeleted(null);
      });
    });

    it('stop when the device is moved away or deleted, even if events still name the old group', async () => {
      const stay = await world.connectOpen();
      const child = await world.clientOfGroup(world.tenant.childGroupId);
      const { deviceId, customerId, deviceCode } = world.device;
      const place = async (change: { group_id: number } | { deleted_at: Date | null }) => {
        await database.db
          .updateTable('device')
          .set(change)
          .where('device_id', '=', deviceId)
          .execute();
        world.ctx.bus.publish('device.changed', {
          customerId,
          deviceId,
          deviceCode,
          credentialsEnded: false,
        });
      };
      const hear = async (who: Client) => {
        world.ctx.bus.publish('command.changed', world.ended(world.device));
        await eventually(async () => {
          await roundTrip(stay);
          return stay.frames.length > 0 || who.frames.length > 0;
        }).toBe(true);
        await roundTrip(who);
        stay.frames.length = 0;
        return who.frames.splice(0).length > 0;
      };
      expect(await hear(child)).toBe(false);
      await place({ group_id: world.tenant.childGroupId });
      expect(await hear(child)).toBe(true);
      await place({ group_id: world.tenant.groupId });
      expect(await hear(child)).toBe(false);
      await place({ deleted_at: new Date() });
      world.ctx.bus.publish('command.changed', world.ended(world.device));
      world.presence(world.childDevice);
      await eventually(() => stay.frames.length).toBeGreaterThan(0);
      await roundTrip(stay);
      expect(stay.frames.every((frame) => frame.deviceId === world.childDevice.deviceId)).toBe(
        true,
      );
      await place({ deleted_at: null });
      world.clock.advance(60_000);
      child.ws.terminate();
    });
  });
});
