/** API keys over HTTP: the calls they authorize, and every call they do not. */

import { API_SCOPE_CALLS } from '@busbar/contract/api-scopes';
import type { CallSpec } from '@busbar/contract/call';
import { CATALOGUE } from '@busbar/contract/catalogue';
import { API_SCOPES } from '@busbar/domain/access/api-scope';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { KEY_PER_MINUTE } from '../catalogue/askers.ts';
import { buildCatalogueFixture } from '../catalogue/catalogue-fixture.ts';
import { exampleRequest, send } from '../catalogue/requests.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';

const calls: readonly CallSpec[] = CATALOGUE;
const DAY = 86_400_000;

describeWithDatabase('API keys', (database) => {
  const world = fixture(() => buildCatalogueFixture(database));
  beforeEach(() => setFlag(true));

  const setFlag = (isOn: boolean) =>
    sql`update customer set use_platform_api = ${isOn}
      where customer_id = ${world.own.customerId}`.execute(world.database.db);

  async function ask(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) {
    const answer = await world.app.inject({
      method,
      url,
      headers: { authorization: await world.token('admin') },
      ...(body === undefined ? {} : { payload: body }),
    });
    return answer.json();
  }

  async function buildApiKey(scopes: readonly string[], lifeMs = DAY) {
    const expires_at = world.server.clock.now() + lifeMs;
    const answer = await ask('POST', '/api/v2/api-keys', {
      ...{ name: 'Reports', scopes, expires_at },
      per_minute: KEY_PER_MINUTE,
    });
    expect(answer).toMatchObject({ code: 0 });
    return answer.data as { id: number; key: string; prefix: string };
  }

  const statusOf = async (key: string, url = '/api/v2/devices?pn=1&ps=5') =>
    (await world.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${key}` } }))
      .statusCode;

  it.each(API_SCOPES)('authorize only the read calls of their scope %s', async (scope) => {
    const { key } = await buildApiKey([scope]);
    for (const call of calls) {
      if (call.who === 'public') continue;
      const request = exampleRequest(call, world.own, world.own.users.viewer.userId);
      const answer = await send(world.app, call, request, `Bearer ${key}`);
      const isOpen = (API_SCOPE_CALLS[scope] as readonly string[]).includes(call.name);
      expect([call.name, answer.statusCode === 403]).toEqual([call.name, !isOpen]);
      expect(answer.statusCode).toBeLessThan(500);
    }
  });

  it('authorize no call that writes or controls, whatever a scope lists', () => {
    const listed = Object.values(API_SCOPE_CALLS).flat() as readonly string[];
    const effects = calls.filter(({ name }) => listed.includes(name)).map(({ effect }) => effect);
    expect(effects.length).toBe(listed.length);
    expect(new Set(effects)).toEqual(new Set(['read']));
  });

  it('are shown once, stored as a hash, and listed with their last use', async () => {
    const { id, key, prefix } = await buildApiKey(['read:devices']);
    expect(key.startsWith(prefix)).toBe(true);
    expect(await statusOf(key)).toBe(200);
    const { list } = (await ask('GET', '/api/v2/api-keys')).data;
    const row = list.find((one: { id: number }) => one.id === id);
    expect(row).toMatchObject({
      name: 'Reports',
      prefix,
      state: 'active',
      last_used_at: world.server.clock.now(),
      last_used_address: '127.0.0.1',
    });
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(k::text, ''), '') || (
        select coalesce(string_agg(o::text, ''), '') from operation_log o) as text
      from api_key k`.execute(world.database.db);
    expect(rows[0]?.text).not.toContain(key.slice(prefix.length));
  });

  it('authorize nothing if revoked, expired, altered, or if the API is turned off', async () => {
    const revoked = await buildApiKey(['read:devices']);
    expect(await ask('DELETE', `/api/v2/api-keys/${revoked.id}`)).toMatchObject({ code: 0 });
    expect(await statusOf(revoked.key)).toBe(401);

    const living = await buildApiKey(['read:devices']);
    expect(await statusOf(living.key)).toBe(200);
    expect(await statusOf(`${living.key.slice(0, -2)}xx`)).toBe(401);
    expect(await statusOf(`${living.key}x`)).toBe(401);
    await setFlag(false);
    expect(await statusOf(living.key)).toBe(401);
    await setFlag(true);
    expect(await statusOf(living.key)).toBe(200);

    const short = await buildApiKey(['read:devices'], 60_000);
    world.server.clock.advance(60_000);
    expect(await statusOf(short.key)).toBe(401);
  });

  it('open neither the real-time channel nor a ticket for it', async () => {
    const { key } = await buildApiKey(['read:devices', 'read:readings', 'read:alarms']);
    const ticket = await world.app.inject({
      method: 'POST',
      url: '/api/v2/websocket-ticket',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      payload: '{}',
    });
    expect(ticket.statusCode).toBe(403);
    const shake = await fetch(`${world.server.url}/api/websocket/info`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(shake.status).toBe(401);
  });

  it.each([
    [{ name: ' ' }, 'key-name-required'],
    [{ expires_at: 1_000_000_000_000 }, 'key-expiry-invalid'],
    [{ expires_at: '2036-01-01 00:00:00' }, 'key-expiry-invalid'],
    [{ expires_at: 'tomorrow' }, 'key-expiry-invalid'],
  ])('are not created from %j', async (wrong, reason) => {
    const good = { name: 'x', scopes: ['read:devices'], expires_at: '2027-01-01 00:00:00' };
    expect(await ask('POST', '/api/v2/api-keys', { ...good, ...wrong })).toMatchObject({ reason });
  });
});
