/** Request rates of API keys: counted once for all processes, and checked before anything else. */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { buildCatalogueFixture } from '../catalogue/catalogue-fixture.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { fixture } from '../support/fixture.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const DAY = 86_400_000;
const DEVICES = '/api/v2/devices?pn=1&ps=5';

describeWithDatabase('API key rate limits', (database) => {
  const world = fixture(() => buildCatalogueFixture(database));
  const other = fixture(() => {
    const { clock } = world.server;
    const env = { ROLES: 'api', API_KEY_PER_MINUTE: '40', API_KEY_MOST_PER_MINUTE: '50' };
    return startServer(world.database, { clock, env });
  });
  beforeAll(async () => {
    await sql`update customer set use_platform_api = true
      where customer_id = ${world.own.customerId}`.execute(world.database.db);
  });

  /** Steps the clock without running the work that timers would trigger. */
  const later = (ms: number) => world.server.clock.stepTo(world.server.clock.now() + ms);

  interface Asked {
    readonly by?: TestServer;
    readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
    readonly body?: object;
  }

  const ask = (token: string, url: string, { by, method = 'GET', body }: Asked = {}) =>
    (by?.app ?? world.app).inject({
      method,
      url,
      headers: { authorization: token },
      ...(body === undefined ? {} : { payload: body }),
    });

  const asAdmin = async (url: string, asked: Asked = {}) =>
    (await ask(await world.token('admin'), url, asked)).json();

  const statusOf = async (key: string, by?: TestServer) =>
    (await ask(key, DEVICES, by === undefined ? {} : { by })).statusCode;

  async function buildApiKey(limits: object, by?: TestServer) {
    const body = {
      name: 'Pull',
      scopes: ['read:devices'],
      expires_at: world.server.clock.now() + 30 * DAY,
      ...limits,
    };
    const answer = await asAdmin('/api/v2/api-keys', {
      method: 'POST',
      body,
      ...(by === undefined ? {} : { by }),
    });
    expect(answer).toMatchObject({ code: 0 });
    return answer.data as { id: number; key: string };
  }

  async function rowOf(id: number) {
    const { list } = (await asAdmin('/api/v2/api-keys')).data;
    return list.find((row: { id: number }) => row.id === id);
  }

  it('allow the configured number per minute, and report the remaining requests and the retry time', async () => {
    const { id, key } = await buildApiKey({ per_minute: 3 });
    const first = await ask(key, DEVICES);
    expect(first.headers).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '2' });
    expect(first.headers['retry-after']).toBeUndefined();
    later(20_000);
    expect([await statusOf(key), await statusOf(key)]).toEqual([200, 200]);
    const over = await ask(key, DEVICES);
    expect(over.statusCode).toBe(429);
    expect(over.json()).toMatchObject({ code: 429, reason: 'too-many-attempts' });
    expect(over.headers).toMatchObject({ 'retry-after': '41', 'ratelimit-remaining': '0' });
    expect(await rowOf(id)).toMatchObject({
      per_minute: 3,
      per_day: null,
      used_last_minute: 3,
      used_today: 3,
      refused_today: 1,
    });
    // The first request is over a minute old, which makes one available; the other two are less
    // than a minute old.
    later(41_000);
    expect([await statusOf(key), await statusOf(key)]).toEqual([200, 429]);
    later(3600_000);
    expect(await rowOf(id)).toMatchObject({ used_last_minute: 0, refused_today: 2 });
  });

  it('share one count over all processes and concurrent requests', async () => {
    const { key } = await buildApiKey({ per_minute: 7 });
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => statusOf(key, i % 2 === 0 ? other : undefined)),
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(7);
    expect(answers.filter((status) => status === 429)).toHaveLength(23);
  });

  it('survive a restart', async () => {
    const { key } = await buildApiKey({ per_minute: 1 });
    expect(await statusOf(key)).toBe(200);
    const restarted = await startServer(world.database, {
      clock: world.server.clock,
      env: { ROLES: 'api' },
    });
    expect(await statusOf(key, restarted)).toBe(429);
    await restarted.stop();
  });

  it('reset the daily count at midnight in the customer’s time zone', async () => {
    const { id, key } = await buildApiKey({ per_minute: 100, per_day: 2 });
    expect([await statusOf(key), await statusOf(key)]).toEqual([200, 200]);
    const over = await ask(key, DEVICES);
    expect(over.statusCode).toBe(429);
    const seconds = Number(over.headers['retry-after']);
    expect((await rowOf(id)).used_today).toBe(2);
    later((seconds - 1) * 1000);
    expect(await statusOf(key)).toBe(429);
    later(1000);
    expect(await statusOf(key)).toBe(200);
    expect(await rowOf(id)).toMatchObject({ used_today: 1, refused_today: 0 });
    const { rows } = await sql<{ hour: string }>`
      select to_char(to_timestamp(${world.server.clock.now() / 1000}::float8) at time zone z.iana_name, 'HH24:MI') as hour
      from customer c join zone z on z.zone_id = c.zone_id
      where c.customer_id = ${world.own.customerId}`.execute(world.database.db);
    expect(rows[0]?.hour).toBe('00:00');
  });

  it('count per key, not per customer', async () => {
    const [one, two] = [await buildApiKey({ per_minute: 1 }), await buildApiKey({ per_minute: 1 })];
    expect([await statusOf(one.key), await statusOf(one.key)]).toEqual([200, 429]);
    expect(await statusOf(two.key)).toBe(200);
  });

  it('are checked first: a call closed to keys is logged within the limit and not beyond it', async () => {
    const { key } = await buildApiKey({ per_minute: 1 });
    const lines = async () =>
      (
        await sql<{ n: number }>`select count(*)::integer as n from audit_entry`.execute(
          world.database.db,
        )
      ).rows[0]!.n;
    const commands = async () =>
      (await sql`select 1 from command`.execute(world.database.db)).rows.length;
    const had = await commands();
    const request = {
      method: 'POST',
      body: { device_id: world.own.deviceCode, switch: 1 },
    } as const;
    expect((await ask(key, '/api/v2/device/control', request)).statusCode).toBe(403);
    const before = await lines();
    for (const url of ['/api/v2/device/control', '/device/swControl']) {
      expect((await ask(key, url, request)).statusCode).toBe(429);
    }
    expect(await lines()).toBe(before);
    expect(await commands()).toBe(had);
  });

  it('apply from the next request after a change, and the change is published', async () => {
    const { id, key } = await buildApiKey({ per_minute: 1 });
    expect([await statusOf(key), await statusOf(key)]).toEqual([200, 429]);
    const url = `/api/v2/api-keys/${id}`;
    const body = { per_minute: 2, per_day: 900 };
    expect(await asAdmin(url, { method: 'PUT', body })).toMatchObject({ code: 0 });
    expect([await statusOf(key), await statusOf(key)]).toEqual([200, 429]);
    const { rows } = await sql<{ detail: unknown }>`
      select detail from audit_entry where command = 'change api key'
      order by audit_entry_id desc limit 1`.execute(world.database.db);
    expect(rows[0]?.detail).toMatchObject({
      name: 'Pull',
      per_minute: 2,
      per_day: 900,
      before: { per_minute: 1, per_day: null },
    });
    expect(await asAdmin(url, { method: 'DELETE' })).toMatchObject({ code: 0 });
    expect(await asAdmin(url, { method: 'PUT', body })).toMatchObject({ reason: 'not-found' });
  });

  it('default to those of the installation and never exceed them', async () => {
    const { id, key } = await buildApiKey({});
    expect(await rowOf(id)).toMatchObject({ per_minute: 300, per_day: null });
    expect((await ask(key, DEVICES, { by: other })).headers['ratelimit-limit']).toBe('40');
    const high = await buildApiKey({ per_minute: 6000 });
    expect((await ask(high.key, DEVICES, { by: other })).headers['ratelimit-limit']).toBe('50');
    const { data } = await asAdmin('/api/v2/api-keys', { by: other });
    expect(data).toMatchObject({ usual_per_minute: 40, most_per_minute: 50 });
    const refused = { reason: 'key-limit-invalid', field: 'per_minute' };
    const put = { method: 'PUT', body: { per_minute: 51, per_day: null }, by: other } as const;
    expect(await asAdmin(`/api/v2/api-keys/${id}`, put)).toMatchObject(refused);
    const body = {
      name: 'x',
      scopes: ['read:devices'],
      expires_at: '2027-01-01 00:00:00',
      per_minute: 51,
    };
    expect(await asAdmin('/api/v2/api-keys', { method: 'POST', body, by: other })).toMatchObject(
      refused,
    );
  });

  it.each([
    { per_minute: 0, per_day: null },
    { per_minute: 30_001, per_day: null },
    { per_minute: 1.5, per_day: null },
    { per_minute: '5x', per_day: null },
    { per_minute: 5, per_day: 0 },
    { per_minute: 5, per_day: 10_000_001 },
    { per_minute: 5, expected: 40001 },
  ])('reject the setting %j', async ({ expected = 400, ...body }) => {
    const { id } = await buildApiKey({ per_minute: 9 });
    const answer = await asAdmin(`/api/v2/api-keys/${id}`, { method: 'PUT', body });
    expect(answer).toMatchObject({ code: expected });
    expect(await rowOf(id)).toMatchObject({ per_minute: 9, per_day: null });
  });
});
