/**
 * The real-time channel over real sockets: events that close it, how fast, and events that do not
 * (docs/promises.md W2, W5, T10).
 */
import { describe, expect, it } from 'vitest';
import { changeDevice } from '../../src/areas/fleet/devices/change-device.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildTenantDevice } from '../support/factories/tenant-device.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { fixture } from '../support/fixture.ts';
import { buildRealtimeFixture } from './realtime-fixture.ts';
import { type Client, heard, roundTrip } from './websocket-client.ts';

describeWithDatabase('the real-time channel', (database) => {
  const world = fixture(() => buildRealtimeFixture(database));

  describe('closing a connection', () => {
    // The clock does not advance, so that the event closes the sockets, not the check that runs
    // every second.
    it('happens immediately in every tab when the session ends', async () => {
      const token = await world.freshToken();
      const tabs = [];
      for (let tab = 0; tab < 5; tab++) {
        const client = await world.connect({ headers: { authorization: token } });
        client.send(String(world.operator().userId));
        await heard(world.ctx, client, world.device);
        tabs.push(client);
      }
      const other = await world.connectOpen();
      for (const tab of tabs) tab.frames.length = 0;
      world.ctx.bus.publish('session.ended', {
        tokenHashes: [world.callerWith(token).tokenHash.toString('hex')],
      });
      world.presence(world.device);
      expect(await Promise.all(tabs.map(({ closed }) => closed))).toEqual(Array(5).fill(4401));
      expect(tabs.flatMap(({ frames }) => frames)).toEqual([]);
      expect(other.isOpen).toBe(true);
      other.ws.terminate();
    });

    it('happens within a second if the session expired or was deleted without an event', async () => {
      const token = await world.freshToken();
      const client = await world.connect({ headers: { authorization: token } });
      client.send(String(world.operator().userId));
      await heard(world.ctx, client, world.device);
      await database.db
        .deleteFrom('session')
        .where('token_hash', '=', world.callerWith(token).tokenHash)
        .execute();
      world.clock.advance(1_000);
      expect(await client.closed).toBe(4401);
    });

    it('happens within a second when the role or the group changes', async () => {
      const { userId } = world.tenant.users.admin;
      const client = await world.connect({
        headers: { authorization: await world.freshToken(userId) },
      });
      client.send(String(userId));
      await heard(world.ctx, client, world.device);
      const change = (set: { group_id: number } | { role: 'viewer' | 'admin' }) =>
        database.db.updateTable('user_account').set(set).where('user_id', '=', userId).execute();
      await change({ group_id: world.tenant.childGroupId });
      world.clock.advance(1_000);
      expect(await client.closed).toBe(4410);
      // The connection that replaces the closed one receives events of the current scope.
      const again = await world.connect({
        headers: { authorization: await world.freshToken(userId) },
      });
      again.send(String(userId));
      await heard(world.ctx, again, world.childDevice);
      world.presence(world.device);
      world.presence(world.childDevice);
      await roundTrip(again);
      expect(again.frames.map(({ deviceId }) => deviceId)).toEqual([world.childDevice.deviceId]);
      await change({ role: 'viewer' });
      world.clock.advance(1_000);
      expect(await again.closed).toBe(4410);
      await change({ role: 'admin' });
      await change({ group_id: world.tenant.groupId });
    });

    it('happens within a second while a second factor is required, which is refused until it is set up', async () => {
      const { userId } = world.tenant.users.admin;
      const headers = { authorization: await world.freshToken(userId) };
      const require = (value: boolean) =>
        database.db
          .updateTable('customer')
          .set({ admins_need_factor: value })
          .where('customer_id', '=', world.tenant.customerId)
          .execute();
      const client = await world.connect({ headers });
      client.send(String(userId));
      await heard(world.ctx, client, world.device);
      const other = await world.connectOpen();
      await require(true);
      world.clock.advance(1_000);
      expect(await client.closed).toBe(4410);
      expect(await (await world.connect({ headers })).closed).toBe(403);
      // A user who is not an administrator stays connected.
      await roundTrip(other);
      expect(other.isOpen).toBe(true);
      await require(false);
      other.ws.terminate();
    });

    it('happens when devices change groups, only for users whose visible devices change', async () => {
      const above = await world.connectOpen();
      const child = await world.clientOfGroup(world.tenant.childGroupId);
      world.ctx.bus.publish('groups.changed', {
        customerId: world.foreign.customerId,
        move: null,
        groupIds: [world.tenant.childGroupId],
      });
      await roundTrip(child);
      expect(child.isOpen).toBe(true);
      world.ctx.bus.publish('groups.changed', {
        customerId: world.tenant.customerId,
        move: null,
        groupIds: [world.tenant.childGroupId],
      });
      expect(await child.closed).toBe(4410);
      await roundTrip(above);
      expect(above.isOpen).toBe(true);
      above.ws.terminate();
    });

    it('happens when the group of a device is edited', async () => {
      const { tenant, ctx } = world;
      const { deviceId } = await buildTenantDevice(database, tenant);
      const admin = { ...callerOf(tenant, 'admin'), address: '127.0.0.9' };
      const above = await world.connectOpen();
      for (const group of [tenant.childGroupId, tenant.groupId]) {
        const child = await world.clientOfGroup(tenant.childGroupId);
        expect(await changeDevice(ctx, admin, deviceId, { name: 'Pump' })).toMatchObject({
          ok: true,
        });
        await roundTrip(child);
        expect(child.isOpen).toBe(true);
        await changeDevice(ctx, admin, deviceId, { group });
        expect(await child.closed).toBe(4410);
      }
      await roundTrip(above);
      expect(above.isOpen).toBe(true);
      above.ws.terminate();
    });

    it('does not happen when a group moves, and events of its old path go to the users who see the new one', async () => {
      const above = await world.connectOpen();
      const { customerId, groupId, childGroupId } = world.tenant;
      const elsewhere = [groupId + 1, childGroupId];
      world.ctx.bus.publish('groups.changed', {
        customerId,
        move: { from: [groupId, childGroupId], to: elsewhere },
        groupIds: [],
      });
      world.presence(world.childDevice);
      world.presence(world.device);
      await roundTrip(above);
      expect(above.frames.splice(0).map(({ deviceId }) => deviceId)).toEqual([
        world.device.deviceId,
      ]);
      world.ctx.bus.publish('groups.changed', {
        customerId,
        move: { from: elsewhere, to: [groupId, childGroupId] },
        groupIds: [],
      });
      world.presence(world.childDevice);
      await roundTrip(above);
      expect(above.frames).toHaveLength(1);
      world.clock.advance(60_000);
      above.ws.terminate();
    });

    it('happens at the 21st socket of a user', async () => {
      const { userId } = world.tenant.users.viewer;
      const token = await world.freshToken(userId);
      const clients = await Promise.all(
        Array.from({ length: 30 }, () => world.connect({ headers: { authorization: token } })),
      );
      const settled = roundTripOf(clients).then(() => 0);
      const refused = await Promise.all(
        clients.map(({ closed }) => Promise.race([closed, settled])),
      );
      expect(refused.filter((code) => code === 0)).toHaveLength(20);
      expect(refused.filter((code) => code === 429 || code === 4429)).toHaveLength(10);
      for (const { ws } of clients) ws.terminate();
    });

    it('happens at the 21st frame in a second', async () => {
      const client = await world.connectOpen();
      for (let frame = 0; frame < 30; frame++) client.ws.send('{"later":1}');
      expect(await client.closed).toBe(4429);
    });

    it('happens at a frame over 16 KiB', async () => {
      const client = await world.connectOpen();
      client.ws.send(Buffer.alloc(16 * 1024 + 1, 32));
      expect(await client.closed).toBe(1009);
    });

    it('is not needed for a compression bomb because compression is never negotiated', async () => {
      const client = await world.connectOpen();
      expect(client.ws.extensions).toBe('');
      client.ws.terminate();
    });

    it('happens within 45 s for a peer that answers no ping', async () => {
      const client = await world.connectOpen();
      client.ws.pause();
      for (let second = 0; second < 45; second++) world.clock.advance(1_000);
      client.ws.resume();
      expect(await client.closed).toBe(1006);
    });

    it('does not happen for a peer that answers pings', async () => {
      const client = await world.connectOpen();
      world.clock.advance(31_000);
      await roundTrip(client);
      world.clock.advance(14_000);
      await roundTrip(client);
      expect(client.isOpen).toBe(true);
      client.ws.terminate();
    });
  });

  async function roundTripOf(clients: readonly Client[]): Promise<void> {
    await Promise.all(clients.filter(({ isOpen }) => isOpen).map(roundTrip));
  }
});
