/**
 * The real-time channel over real sockets: authorization by handshake and first frame
 * (docs/promises.md W1).
 */
import { describe, expect, it } from 'vitest';
import { issueTicket } from '../../src/areas/identity/sessions/session-service.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { fixture } from '../support/fixture.ts';
import { SOAK_TIMEOUT_MS, size } from '../support/sizes.ts';
import { browserSession, buildRealtimeFixture } from './realtime-fixture.ts';
import { heard, roundTrip } from './websocket-client.ts';

describeWithDatabase('the real-time channel', (database) => {
  const world = fixture(() => buildRealtimeFixture(database));

  describe('the handshake', () => {
    it.each([
      ['no credentials', () => ({}), 401],
      ['an unknown token', () => ({ headers: { authorization: 'A'.repeat(43) } }), 401],
      ['an unknown ticket', () => ({ query: `?ticket=${'A'.repeat(43)}` }), 401],
      ['the user id in the address', () => ({ query: `?userId=${world.operator().userId}` }), 401],
      [
        'a foreign origin with a good token',
        () => ({
          headers: { authorization: world.operator().token, origin: 'https://evil.example' },
        }),
        403,
      ],
    ] as const)('is refused with %s', async (_name, options, status) => {
      const client = await world.connect(options());
      expect(await client.closed).toBe(status);
    });

    it('accepts the cookie of a browser only from the platform’s own origin', async () => {
      const { token, cookie } = await browserSession(database, world.tenant);
      const own = `http://127.0.0.1:${world.port}`;
      const good = await world.connect({ headers: { cookie, origin: own } });
      expect(good.isOpen).toBe(true);
      for (const headers of [
        { cookie },
        { cookie, origin: 'http://127.0.0.1:1' },
        { cookie, origin: 'null' },
        // A browser's token is valid only together with its cookie.
        { authorization: token, origin: own },
      ]) {
        const client = await world.connect({ headers });
        expect([401, 403]).toContain(await client.closed);
      }
    });

    it('accepts a ticket once and within 30 s', async () => {
      const caller = world.callerWith(await world.freshToken());
      const ticket = await issueTicket(world.ctx, caller);
      expect((await world.connect({ query: `?ticket=${ticket}` })).isOpen).toBe(true);
      expect(await (await world.connect({ query: `?ticket=${ticket}` })).closed).toBe(401);
      const late = await issueTicket(world.ctx, caller);
      world.clock.advance(30_001);
      expect(await (await world.connect({ query: `?ticket=${late}` })).closed).toBe(401);
    });

    it('accepts the token with and without Bearer', async () => {
      for (const authorization of [world.operator().token, `Bearer ${world.operator().token}`]) {
        expect((await world.connect({ headers: { authorization } })).isOpen).toBe(true);
      }
    });

    it('is refused while the initial password is set', async () => {
      const { userId } = world.tenant.users.viewer;
      const token = await world.freshToken(userId);
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

  describe('a connection without a first frame', () => {
    it('sends nothing, and closes after 5 s of silence', async () => {
      const client = await world.connect({ headers: { authorization: await world.freshToken() } });
      world.presence(world.device);
      world.ctx.bus.publish('command.changed', world.ended(world.device));
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

    it('opens the connection with the caller’s user id in each form', async () => {
      for (const text of forms(world.operator().userId)) {
        const client = await world.connect({
          headers: { authorization: await world.freshToken() },
        });
        client.send(text);
        await heard(world.ctx, client, world.device);
        client.ws.terminate();
      }
    });

    // The clock does not advance, so that no timer closes the socket, only the frame itself.
    it('closes the socket immediately and is logged if it has the id of another user', async () => {
      const before = await mismatches();
      const foreign = world.foreign.users.operator.userId;
      const colleague = world.tenant.users.admin.userId;
      const texts = [...forms(foreign), ...forms(colleague)];
      for (const text of texts) {
        const client = await world.connect({
          headers: { authorization: await world.freshToken() },
        });
        client.send(text);
        expect(await client.closed).toBe(4403);
        world.presence(world.foreignDevice);
        expect(client.frames).toEqual([]);
      }
      await eventually(mismatches).toBe(before + texts.length);
    });

    it(
      'opens nothing if it is malformed',
      async () => {
        const frames = fuzzedFrames(size('firstFrames'));
        const before = await mismatches();
        let next = 0;
        const attacker = async () => {
          while (next < frames.length) {
            const text = frames[next++]!;
            const client = await world.connect({
              headers: { authorization: world.operator().token },
            });
            client.ws.send(text);
            expect([4403, 1007, 1009]).toContain(await client.closed);
            expect(client.frames).toEqual([]);
          }
        };
        const push = setInterval(() => world.presence(world.device), 1);
        try {
          await Promise.all(Array.from({ length: 8 }, attacker));
        } finally {
          clearInterval(push);
        }
        await eventually(mismatches).toBeGreaterThanOrEqual(before + frames.length - 10);
      },
      SOAK_TIMEOUT_MS,
    );

    it('cannot be replaced by a later one with another user’s id, which closes the socket', async () => {
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

  function fuzzedFrames(count: number): (string | Buffer)[] {
    const own = world.operator().userId;
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
