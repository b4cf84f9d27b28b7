/**
 * docs/promises.md T3, T9, T11: every call made with credentials that are no longer valid, with an
 * API key that has every scope, and from a foreign page with everything a browser adds by itself.
 */
import { API_SCOPE_CALLS } from '@busbar/contract/api-scopes';
import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { beforeAll, describe, expect, it } from 'vitest';
import { newSession, SESSION_COOKIE } from '../../src/areas/shared/secrets/session-secret.ts';
import { systemRandom } from '../../src/clock.ts';
import type { Database } from '../../src/storage/database.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { openSession } from '../support/factories/session.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { fingerprint } from '../support/fingerprint.ts';
import { fixture } from '../support/fixture.ts';
import { buildApiKey } from './askers.ts';
import { buildCatalogueFixture } from './catalogue-fixture.ts';
import { exampleRequest, send } from './requests.ts';

const calls: readonly CallSpec[] = CATALOGUE;
const closed = calls.filter(({ who }) => who !== 'public');
const HOUR_MS = 3_600_000;
const FOREIGN_PAGES = ['https://evil.example', 'http://localhost.evil.example', 'null'];

/**
 * Credentials that were valid once or elsewhere; each receives the same response as an unknown
 * token.
 */
const NOBODY: Readonly<
  Record<string, (database: Database, tenant: Tenant, now: number) => Promise<string>>
> = {
  'an expired session': (database, tenant, now) =>
    openSession(database, tenant.customerId, adminOf(tenant), now - 12 * HOUR_MS),
  'a session without use for 30 minutes': (database, tenant, now) =>
    openSession(database, tenant.customerId, adminOf(tenant), now - HOUR_MS / 2),
  'a disabled user': async (database, tenant) => {
    await database.db
      .updateTable('user_account')
      .set({ disabled: true })
      .where('customer_id', '=', tenant.customerId)
      .execute();
    return tenant.users.admin.token;
  },
  'a user of a pending customer': async (database, tenant) => {
    await change(database, tenant, { state: 'pending' });
    return tenant.users.admin.token;
  },
  'a user of a rejected customer': async (database, tenant) => {
    await change(database, tenant, { state: 'rejected' });
    return tenant.users.admin.token;
  },
  'a user of an expired customer': async (database, tenant, now) => {
    await change(database, tenant, { expires_at: new Date(now - 1) });
    return tenant.users.admin.token;
  },
  'a revoked key': (database, tenant, now) =>
    buildApiKey(database, tenant, now, { revoked_at: new Date(now - 1) }),
  'an expired key': (database, tenant, now) =>
    buildApiKey(database, tenant, now, { expires_at: new Date(now) }),
  'a key of a customer without the API': async (database, tenant, now) => {
    const key = await buildApiKey(database, tenant, now);
    await change(database, tenant, { use_platform_api: false });
    return key;
  },
  'the secret of a device': async (_database, tenant) => `${tenant.deviceCode}-secret`,
};

const adminOf = ({ users }: Tenant): number => users.admin.userId;

async function change({ db }: Database, { customerId }: Tenant, values: object): Promise<void> {
  await db.updateTable('customer').set(values).where('customer_id', '=', customerId).execute();
}

describeWithDatabase('callers', (database) => {
  const world = fixture(() => buildCatalogueFixture(database));
  let now: number;
  beforeAll(async () => {
    now = world.server.clock.now();
  });

  it.each(Object.entries(NOBODY))('%s cannot make any call', async (label, become) => {
    const tenant = await createTenant(world.database, { label: `nobody ${label}`, now });
    const token = await become(world.database, tenant, now);
    for (const call of closed) {
      const answer = await send(world.app, call, exampleRequest(call, world.own, 0), token);
      expect([call.name, answer.statusCode]).toEqual([call.name, 401]);
      expect(answer.json()[call.version === 'v1' ? 'errCode' : 'code']).toBe(401);
    }
  });

  it('an API key with every scope can make the calls of its scopes and no others', async () => {
    const key = await buildApiKey(world.database, world.own, now);
    const open = new Set<string>(Object.values(API_SCOPE_CALLS).flat());
    for (const call of closed) {
      const request = exampleRequest(call, world.own, adminOf(world.own));
      const answer = await send(world.app, call, request, key);
      expect([call.name, answer.statusCode === 403]).toEqual([call.name, !open.has(call.name)]);
      expect(answer.statusCode).not.toBe(401);
    }
  });

  describe('a foreign page (T11)', () => {
    let session: { token: string; cookie: string };
    let before: string;
    beforeAll(async () => {
      const { token, tokenHash, cookie } = newSession(systemRandom, true);
      await world.database.db
        .insertInto('session')
        .values({
          token_hash: tokenHash,
          cookie_hash: cookie!.hash,
          customer_id: world.own.customerId,
          user_id: adminOf(world.own),
          created_at: new Date(now),
          last_used_at: new Date(now),
          expires_at: new Date(now + HOUR_MS),
          address: '127.0.0.1',
          client: 'browser',
        })
        .execute();
      session = { token, cookie: `${SESSION_COOKIE}=${cookie!.value}` };
      before = await fingerprint(world.database, world.own.customerId);
    });

    const ask = (call: CallSpec, headers: Record<string, string>, payload?: string) => {
      const { params, query, body } = exampleRequest(call, world.own, adminOf(world.own));
      let path: string = call.path;
      for (const [name, value] of Object.entries(params)) {
        path = path.replace(`:${name}`, encodeURIComponent(String(value)));
      }
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]) => [name, String(value)]),
      ).toString();
      const hasBody = call.method !== 'GET' && call.method !== 'DELETE';
      return world.app.inject({
        method: call.method,
        url: search === '' ? path : `${path}?${search}`,
        headers: { ...(hasBody ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(hasBody ? { payload: payload ?? JSON.stringify(body) } : {}),
      });
    };

    it('is refused what succeeds for our own page in the same session', async () => {
      const call = calls.find(({ name }) => name === 'v2.ping-token')!;
      const { token, cookie } = session;
      expect((await ask(call, { authorization: token, cookie })).statusCode).toBe(200);
      expect((await ask(call, { authorization: token })).statusCode).toBe(401);
    });

    it('changes nothing, even with the token', async () => {
      for (const call of calls.filter(({ effect }) => effect !== 'read')) {
        for (const origin of FOREIGN_PAGES) {
          const { token, cookie } = session;
          const answer = await ask(call, { authorization: token, cookie, origin });
          expect([call.name, origin, answer.statusCode]).toEqual([call.name, origin, 403]);
          expect(answer.headers['access-control-allow-origin']).toBeUndefined();
        }
      }
      expect(await fingerprint(world.database, world.own.customerId)).toBe(before);
    });

    it('has no access through an image, a link or a form, which send only the cookie', async () => {
      for (const call of closed) {
        const answer = await ask(call, { cookie: session.cookie });
        expect([call.name, answer.statusCode]).toEqual([call.name, 401]);
      }
      expect(await fingerprint(world.database, world.own.customerId)).toBe(before);
    });

    it('is rejected with every content type that a page can send without a preflight', async () => {
      const sendsBody = closed.filter(({ method }) => method === 'POST' || method === 'PUT');
      for (const call of sendsBody) {
        for (const type of [
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=b',
        ]) {
          const { token, cookie } = session;
          const answer = await ask(call, { authorization: token, cookie, 'content-type': type });
          expect([call.name, type, answer.statusCode]).toEqual([call.name, type, 415]);
        }
      }
      expect(await fingerprint(world.database, world.own.customerId)).toBe(before);
    });

    it('receives no CORS permission from any preflight request', async () => {
      for (const call of closed) {
        const answer = await world.app.inject({
          method: 'OPTIONS',
          url: call.path.replaceAll(/:\w+/g, '1'),
          headers: {
            origin: FOREIGN_PAGES[0]!,
            'access-control-request-method': call.method,
            'access-control-request-headers': 'authorization, content-type',
          },
        });
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
        expect(answer.headers['access-control-allow-headers']).toBeUndefined();
      }
    });
  });
});
