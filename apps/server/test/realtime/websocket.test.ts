/** The real-time channel over real sockets: who gets in, what is heard, what ends it (W1, W2, W5, T10). */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BusEvents, DeviceRef } from '../../src/bus.ts';
import { issueTicket } from '../../src/modules/access/session-service.ts';
import type { Database } from '../../src/storage/database.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { openSession } from '../support/world.ts';
import {
  browserSession,
  type Client,
  createRealtimeWorld,
  heard,
  type RealtimeWorld,
  roundTrip,
} from './realtime-world.ts';

describeOnEachDatabase('the real-time channel', (open) => {
  let database: Database;
  let world: RealtimeWorld;
  beforeAll(async () => {
    database = await open();
    world = await createRealtimeWorld(database);
  });
  afterAll(() => world?.stop());

  const operator = () => world.tenant.users.operator;
  const presence = (ref: DeviceRef) =>
    world.ctx.bus.publish('presence.changed', { ...ref, presence: 'late', csq: 1, at: 1 });
  const ended = (ref: DeviceRef): BusEvents['command.changed'] => ({
    ...ref,
    commandId: '01930f3a-1111-7000-8000-000000000001',
    state: 'confirmed',
    order: 'open',
    reason: null,
    detail: null,
    action: 'openByCommand',
    at: 5,
  });
  const freshToken = (userId = operator().userId) =>
    openSession(database, world.tenant.customerId, userId, world.clock.now());

  describe('the handshake', () => {
    it.each([
      ['nothing to show', () => ({}), 401],
      ['a token of nobody', () => ({ headers: { authorization: 'A'.repeat(43) } }), 401],
      ['a ticket of nobody', () => ({ query: `?ticket=${'A'.repeat(43)}` }), 401],
      ['the user id in the address', () => ({ query: `?userId=${operator().userId}` }), 401],
      [
        'a foreign origin with a good token',
        () => ({ headers: { authorization: operator().token, origin: 'https://evil.example' } }),
        403,
      ],
    ] as const)('is refused with %s', async (_name, options, status) => {
      const client = await world.connect(options());
      expect(await client.closed).toBe(status);
    });

    it('takes the cookie of a browser only from our own page', async () => {
      const { token, cookie } = await browserSession(database, world.tenant);
      const own = `http://127.0.0.1:${world.port}`;
      const good = await world.connect({ headers: { cookie, origin: own } });
      expect(good.isOpen).toBe(true);
      for (const headers of [
        { cookie },
        { cookie, origin: 'http://127.0.0.1:1' },
        { cookie, origin: 'null' },
        // The token of a browser counts only together with the cookie.
        { authorization: token, origin: own },
      ]) {
        const client = await world.connect({ headers });
        expect([401, 403]).toContain(await client.closed);
      }
    });

    it('takes a ticket once and within 30 s', async () => {
      const caller = callerOf(await freshToken());
      const ticket = await issueTicket(world.ctx, caller);
      expect((await world.connect({ query: `?ticket=${ticket}` })).isOpen).toBe(true);
      expect(await (await world.connect({ query: `?ticket=${ticket}` })).closed).toBe(401);
      const late = await issueTicket(world.ctx, caller);
      world.clock.advance(30_001);
      expect(await (await world.connect({ query: `?ticket=${late}` })).closed).toBe(401);
    });

    it('takes the token with and without Bearer', async () => {
      for (const authorization of [operator().token, `Bearer ${operator().token}`]) {
        expect((await world.connect({ headers: { authorization } })).isOpen).toBe(true);
      }
    });

    it('is refused while the initial password stands', async () => {
      const { userId } = world.tenant.users.viewer;
      const token = await freshToken(userId);
      const must = (value: boolean) =>
        database.db
          .updateTable('user_account')
          .set({ must_change_password: value })
          .where('user_id', '=', userId)
          .execute();
      await must(true);
      const client = await world.connect({ headers: { authorization: token } });
      expect(await client.closed).toBe(403);
      await must(false);
    });
  });

  describe('before the first frame', () => {
    it('nothing is sent, and silence ends it after 5 s', async () => {
      const client = await world.connect({ headers: { authorization: await freshToken() } });
      presence(world.device);
      world.ctx.bus.publish('command.changed', ended(world.device));
      await roundTrip(client);
      world.clock.advance(6_000);
      expect(await client.closed).toBe(4408);
      expect(client.frames).toEqual([]);
    });
  });

  describe('the first frame', () => {
    const forms = (id: number) => [
      String(id),
      ` ${id}\n`,
      `"${id}"`,
      `{"userId":${id}}`,
      `{"userId":"${id}"}`,
    ];

    it('opens with the own user id in each form', async () => {
      for (const text of forms(operator().userId)) {
        const client = await world.connect({ headers: { authorization: await freshToken() } });
        client.send(text);
        await heard(world.ctx, client, world.device);
        client.ws.terminate();
      }
    });

    it('of another user closes within a second and is logged', async () => {
      const before = await mismatches();
      const foreign = world.foreign.users.operator.userId;
      const colleague = world.tenant.users.admin.userId;
      const texts = [...forms(foreign), ...forms(colleague)];
      for (const text of texts) {
        const client = await world.connect({ headers: { authorization: await freshToken() } });
        client.send(text);
        const sentAt = performance.now();
        expect(await client.closed).toBe(4403);
        expect(performance.now() - sentAt).toBeLessThan(1_000);
        presence(world.foreignDevice);
        expect(client.frames).toEqual([]);
      }
      await eventually(mismatches).toBe(before + texts.length);
    });

    it('that is nonsense opens nothing', async () => {
      const frames = fuzzedFrames(Number(process.env.W1_FRAMES ?? 400));
      const before = await mismatches();
      let next = 0;
      const attacker = async () => {
        while (next < frames.length) {
          const text = frames[next++]!;
          const client = await world.connect({ headers: { authorization: operator().token } });
          client.ws.send(text);
          expect([4403, 1007, 1009]).toContain(await client.closed);
          expect(client.frames).toEqual([]);
        }
      };
      const push = setInterval(() => presence(world.device), 1);
      try {
        await Promise.all(Array.from({ length: 8 }, attacker));
      } finally {
        clearInterval(push);
      }
      await eventually(mismatches).toBeGreaterThanOrEqual(before + frames.length - 10);
    });

    it('may not be taken back by a later one', async () => {
      const client = await world.connectOpen();
      client.send(String(world.foreign.users.operator.userId));
      expect(await client.closed).toBe(4403);
    });

    const mismatches = async () => {
      const rows = await database.db
        .selectFrom('operation_log')
        .select('operation_log_id')
        .where('customer_id', '=', world.tenant.customerId)
        .where('module', '=', 'Real-time channel')
        .execute();
      return rows.length;
    };
  });

  describe('what is heard', () => {
    let client: Client;
    beforeAll(async () => {
      client = await world.connectOpen();
    });

    it('is of the own customer alone', async () => {
      presence(world.foreignDevice);
      world.ctx.bus.publish('command.changed', ended(world.foreignDevice));
      // Even an event that names our groups with another customer's number.
      presence({ ...world.foreignDevice, groupPath: world.device.groupPath });
      presence(world.device);
      await roundTrip(client);
      expect(client.frames.splice(0).map(({ deviceId }) => deviceId)).toEqual([
        world.device.deviceId,
      ]);
    });

    it('is of the own group and below, not of what is above or beside', async () => {
      const below = await clientOfGroup(world.tenant.childGroupId);
      await roundTrip(client);
      client.frames.length = 0;
      presence(world.device);
      presence(world.childDevice);
      await Promise.all([roundTrip(client), roundTrip(below)]);
      expect(client.frames.splice(0)).toHaveLength(2);
      expect(below.frames.splice(0).map(({ deviceId }) => deviceId)).toEqual([
        world.childDevice.deviceId,
      ]);
      below.ws.terminate();
    });

    it('ends with REMOTE_CONTROL for every end of a switch command', async () => {
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
        world.ctx.bus.publish('command.changed', { ...ended(world.device), state });
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

    it('stops when the device is moved away or deleted, though events still name the old place', async () => {
      const stay = await world.connectOpen();
      const child = await clientOfGroup(world.tenant.childGroupId);
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
        world.ctx.bus.publish('command.changed', ended(world.device));
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
      world.ctx.bus.publish('command.changed', ended(world.device));
      presence(world.childDevice);
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

  describe('it ends', () => {
    it('with the session, at once, in every tab', async () => {
      const token = await freshToken();
      const tabs = [];
      for (let tab = 0; tab < 5; tab++) {
        const client = await world.connect({ headers: { authorization: token } });
        client.send(String(operator().userId));
        await heard(world.ctx, client, world.device);
        tabs.push(client);
      }
      const other = await world.connectOpen();
      for (const tab of tabs) tab.frames.length = 0;
      const at = performance.now();
      world.ctx.bus.publish('session.ended', {
        tokenHashes: [callerOf(token).tokenHash.toString('hex')],
      });
      presence(world.device);
      expect(await Promise.all(tabs.map(({ closed }) => closed))).toEqual(Array(5).fill(4401));
      expect(performance.now() - at).toBeLessThan(1_000);
      expect(tabs.flatMap(({ frames }) => frames)).toEqual([]);
      expect(other.isOpen).toBe(true);
      other.ws.terminate();
    });

    it('within a second when the session ran out or was removed unheard', async () => {
      const token = await freshToken();
      const client = await world.connect({ headers: { authorization: token } });
      client.send(String(operator().userId));
      await heard(world.ctx, client, world.device);
      await database.db
        .deleteFrom('session')
        .where('token_hash', '=', callerOf(token).tokenHash)
        .execute();
      world.clock.advance(1_000);
      expect(await client.closed).toBe(4401);
    });

    it('within a second when the role or the group changes', async () => {
      const { userId } = world.tenant.users.admin;
      const client = await world.connect({ headers: { authorization: await freshToken(userId) } });
      client.send(String(userId));
      await heard(world.ctx, client, world.device);
      const change = (set: { group_id: number } | { role: 'viewer' | 'admin' }) =>
        database.db.updateTable('user_account').set(set).where('user_id', '=', userId).execute();
      await change({ group_id: world.tenant.childGroupId });
      world.clock.advance(1_000);
      expect(await client.closed).toBe(4410);
      // What comes back in its place hears what is seen now.
      const again = await world.connect({ headers: { authorization: await freshToken(userId) } });
      again.send(String(userId));
      await heard(world.ctx, again, world.childDevice);
      presence(world.device);
      presence(world.childDevice);
      await roundTrip(again);
      expect(again.frames.map(({ deviceId }) => deviceId)).toEqual([world.childDevice.deviceId]);
      await change({ role: 'viewer' });
      world.clock.advance(1_000);
      expect(await again.closed).toBe(4410);
      await change({ role: 'admin' });
      await change({ group_id: world.tenant.groupId });
    });

    it('within a second while a second factor is owed, and is refused until it is set up', async () => {
      const { userId } = world.tenant.users.admin;
      const headers = { authorization: await freshToken(userId) };
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
      // Who does not administer goes on.
      await roundTrip(other);
      expect(other.isOpen).toBe(true);
      await require(false);
      other.ws.terminate();
    });

    it('when devices are moved between groups, for those alone who see others than before', async () => {
      const above = await world.connectOpen();
      const child = await clientOfGroup(world.tenant.childGroupId);
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

    it('not when a group is moved, and events of its old place go to who sees the new one', async () => {
      const above = await world.connectOpen();
      const { customerId, groupId, childGroupId } = world.tenant;
      const elsewhere = [groupId + 1, childGroupId];
      world.ctx.bus.publish('groups.changed', {
        customerId,
        move: { from: [groupId, childGroupId], to: elsewhere },
        groupIds: [],
      });
      presence(world.childDevice);
      presence(world.device);
      await roundTrip(above);
      expect(above.frames.splice(0).map(({ deviceId }) => deviceId)).toEqual([
        world.device.deviceId,
      ]);
      world.ctx.bus.publish('groups.changed', {
        customerId,
        move: { from: elsewhere, to: [groupId, childGroupId] },
        groupIds: [],
      });
      presence(world.childDevice);
      await roundTrip(above);
      expect(above.frames).toHaveLength(1);
      world.clock.advance(60_000);
      above.ws.terminate();
    });

    it('at the 21st socket of a user', async () => {
      const { userId } = world.tenant.users.viewer;
      const token = await freshToken(userId);
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

    it('at the 21st frame in a second', async () => {
      const client = await world.connectOpen();
      for (let frame = 0; frame < 30; frame++) client.ws.send('{"later":1}');
      expect(await client.closed).toBe(4429);
    });

    it('at a frame over 16 KiB', async () => {
      const client = await world.connectOpen();
      client.ws.send(Buffer.alloc(16 * 1024 + 1, 32));
      expect(await client.closed).toBe(1009);
    });

    it('without compression, so that no bomb can unfold', async () => {
      const client = await world.connectOpen();
      expect(client.ws.extensions).toBe('');
      client.ws.terminate();
    });

    it('within 45 s for a peer that answers no ping', async () => {
      const client = await world.connectOpen();
      client.ws.pause();
      for (let second = 0; second < 45; second++) world.clock.advance(1_000);
      client.ws.resume();
      expect(await client.closed).toBe(1006);
    });

    it('not for a peer that does answer', async () => {
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

  async function clientOfGroup(groupId: number): Promise<Client> {
    const { userId } = world.tenant.users.viewer;
    const set = (id: number) =>
      database.db
        .updateTable('user_account')
        .set({ group_id: id })
        .where('user_id', '=', userId)
        .execute();
    await set(groupId);
    const client = await world.connect({ headers: { authorization: await freshToken(userId) } });
    client.send(String(userId));
    await heard(world.ctx, client, world.childDevice);
    return client;
  }

  function callerOf(token: string) {
    const { userId, userName } = operator();
    return {
      customerId: world.tenant.customerId,
      groupId: world.tenant.groupId,
      userId,
      userName,
      role: 'operator' as const,
      zone: 'Asia/Shanghai',
      mustChangePassword: false,
      tokenHash: sha256(token),
      address: '',
    };
  }

  function fuzzedFrames(count: number): (string | Buffer)[] {
    const own = operator().userId;
    const seeds = [
      '',
      '0',
      '-1',
      'null',
      'true',
      '[]',
      '{}',
      `[${own}]`,
      `${own}.5`,
      `${own}e0x`,
      `0${own} `.trim().padStart(12, '0'),
      `{"userid":${own}}`,
      `{"userId":[${own}]}`,
      `{"userId":{"$eq":${own}}}`,
      `{"userId":true}`,
      `{"userId":null}`,
      `{"__proto__":{"userId":${own}}}`,
      `{"constructor":{"userId":${own}}}`,
      `${own};${own}`,
      `userId=${own}`,
      '\u0000',
      '{"userId":',
      '9'.repeat(400),
      Buffer.from([0xff, 0xfe, 0x00]),
      Buffer.alloc(2_000, 0x7b),
    ];
    return Array.from({ length: count }, (_, index) => {
      const seed = seeds[index % seeds.length]!;
      return index < seeds.length ? seed : `${seed.toString()}${'x'.repeat(index % 50)}~`;
    });
  }
});

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
