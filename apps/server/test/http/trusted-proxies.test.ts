/** The address of a client behind proxies: in limits, sessions and the audit trail (decisions 39). */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { proxyWarning } from '../../src/config/trusted-proxies.ts';
import { makeAccount, makeCustomer, PASSWORD } from '../support/accounts.ts';
import { describeWithDatabase, type TestDatabase } from '../support/databases.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const PROXY = '10.1.0.5';

describeWithDatabase('behind reverse proxies', (open) => {
  let database: TestDatabase;
  let proxied: TestServer;
  let direct: TestServer;
  let account: string;

  beforeAll(async () => {
    database = await open();
    proxied = await startServer(database, {
      env: { ROLES: 'api', TRUSTED_PROXIES: '127.0.0.1, 10.1.0.0/16,2001:db8:1::/48' },
    });
    direct = await startServer(database, { env: { ROLES: 'api' } });
    const { context } = proxied.parts;
    const customer = await makeCustomer(context);
    account = (await makeAccount(context, customer, { role: 'operator' })).userName;
  });
  afterAll(async () => {
    await proxied?.stop();
    await direct?.stop();
  });

  /** Signs in and answers the addresses of the new session and of its audit entry. */
  async function addressSeen(server: TestServer, peer: string, forwarded?: string) {
    const answer = await signIn(server, peer, forwarded);
    expect(answer.statusCode).toBe(200);
    const { rows } = await sql<{ session: string; audit: string }>`
      select (select address from session order by created_at desc limit 1)
        as session,
        (select client_address from audit_entry where command = 'sign in'
          order by audit_entry_id desc limit 1) as audit`.execute(database.db);
    proxied.clock.advance(1_000);
    direct.clock.advance(1_000);
    return rows[0];
  }

  const signIn = (server: TestServer, peer: string, forwarded?: string, password = PASSWORD) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v2/login',
      remoteAddress: peer,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      payload: { user_account: account, password },
    });

  it.each([
    ['the client of a trusted proxy', PROXY, '203.0.113.5', '203.0.113.5'],
    ['an IPv6 client', PROXY, '2001:db8:2::7', '2001:db8:2::7'],
    [
      'the client behind several trusted proxies',
      '127.0.0.1',
      '203.0.113.5, 10.1.9.9, 10.1.2.3',
      '203.0.113.5',
    ],
    [
      'a client that forged more addresses',
      PROXY,
      '8.8.8.8, 10.1.0.9, 203.0.113.5, 10.1.2.3',
      '203.0.113.5',
    ],
    ['an untrusted proxy in the chain', PROXY, '203.0.113.5, 198.51.100.8', '198.51.100.8'],
    ['a proxy that trusts an IPv6 network', '2001:db8:1::1', '203.0.113.6', '203.0.113.6'],
    ['a proxy on a dual-stack socket', '::ffff:10.1.0.5', '203.0.113.7', '203.0.113.7'],
    ['a peer that is not trusted', '198.51.100.9', '203.0.113.5', '198.51.100.9'],
    ['a peer just outside a trusted subnet', '10.2.0.1', '203.0.113.5', '10.2.0.1'],
    ['a proxy that sends no address', PROXY, 'unknown', PROXY],
    ['a proxy without the header', PROXY, undefined, PROXY],
  ])('sees %s', async (_, peer, forwarded, seen) => {
    expect(await addressSeen(proxied, peer, forwarded)).toEqual({ session: seen, audit: seen });
  });

  it('ignores the header while no proxy is trusted', async () => {
    const seen = { session: '127.0.0.1', audit: '127.0.0.1' };
    expect(await addressSeen(direct, '127.0.0.1', '203.0.113.5')).toEqual(seen);
  });

  it('does not lock out a client for the failed sign-ins of another one', async () => {
    for (let i = 0; i < 20; i += 1) {
      const name = `invented-${i}`;
      await proxied.app.inject({
        method: 'POST',
        url: '/api/v2/login',
        remoteAddress: PROXY,
        headers: { 'x-forwarded-for': `8.8.4.${i}, 203.0.113.66` },
        payload: { user_account: name, password: 'x' },
      });
    }
    expect((await signIn(proxied, PROXY, '203.0.113.66')).statusCode).toBe(429);
    expect((await signIn(proxied, PROXY, '203.0.113.67')).statusCode).toBe(200);
  });
});

describe('the setting TRUSTED_PROXIES', () => {
  it.each(['proxy.example', '10.0.0.0/33', '10.0.0.1-10.0.0.9', '0.0.0.0/0', '::/0', '10.0.0.0/'])(
    'refuses %s with a sentence',
    (value) => {
      expect(() => readConfig({ TRUSTED_PROXIES: value })).toThrow(ConfigError);
      expect(() => readConfig({ TRUSTED_PROXIES: value })).toThrow(/TRUSTED_PROXIES must list/);
    },
  );

  it('is required by MQTT_PROXY_PROTOCOL', () => {
    expect(() => readConfig({ MQTT_PROXY_PROTOCOL: '1' })).toThrow(/needs TRUSTED_PROXIES/);
    const config = readConfig({ MQTT_PROXY_PROTOCOL: '1', TRUSTED_PROXIES: '10.0.0.1' });
    expect(config.mqttProxyProtocol).toBe(true);
  });

  it('is warned of in one sentence when an https address has no trusted proxy', () => {
    const https = { PUBLIC_URL: 'https://busbar.example' };
    expect(proxyWarning(readConfig(https))).toMatch(/^PUBLIC_URL is https but .+\.$/);
    expect(proxyWarning(readConfig({ ...https, TRUSTED_PROXIES: '10.0.0.1' }))).toBeUndefined();
    expect(proxyWarning(readConfig({}))).toBeUndefined();
  });
});
