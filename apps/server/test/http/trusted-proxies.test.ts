/**
 * The address of a client behind proxies: in limits, sessions and the audit trail
 * (docs/decisions.md 39).
 */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/config-error.ts';
import { startWarnings } from '../../src/config/start-warnings.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { buildCustomer, buildUser, PASSWORD } from '../support/factories/customer.ts';
import { fixture } from '../support/fixture.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const PROXY = '10.1.0.5';

describeWithDatabase('behind reverse proxies', (database) => {
  const proxied = fixture(() =>
    startServer(database, {
      env: { ROLES: 'api', TRUSTED_PROXIES: '127.0.0.1, 10.1.0.0/16,2001:db8:1::/48' },
    }),
  );
  const direct = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  const customer = fixture(() => buildCustomer(proxied.parts.context));
  const user = fixture(() => buildUser(proxied.parts.context, customer));

  /** Signs in and returns the addresses of the new session and of its audit entry. */
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
      payload: { user_account: user.userName, password },
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
  ])('determines the address of %s', async (_, peer, forwarded, seen) => {
    expect(await addressSeen(proxied, peer, forwarded)).toEqual({ session: seen, audit: seen });
  });

  it('ignores the header if no proxy is trusted', async () => {
    const seen = { session: '127.0.0.1', audit: '127.0.0.1' };
    expect(await addressSeen(direct, '127.0.0.1', '203.0.113.5')).toEqual(seen);
  });

  it('does not lock out a client because of another client’s failed sign-ins', async () => {
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

  describe('an https public URL', () => {
    const server = fixture(() => {
      const env = { PUBLIC_URL: 'https://busbar.example.org', TRUSTED_PROXIES: '10.1.0.5' };
      return startServer(database, { env: { ROLES: 'api', ...env } });
    });

    it('rejects foreign host names and origins, and two Host headers', async () => {
      const status = async (host: string, url = '/api/v2/logout', origin?: string) =>
        (
          await server.app.inject({
            method: url.startsWith('/health') ? 'GET' : 'POST',
            url,
            remoteAddress: PROXY,
            headers: { host, ...(origin === undefined ? {} : { origin }) },
            ...(url.startsWith('/health') ? {} : { payload: {} }),
          })
        ).statusCode;
      expect(await status('busbar.example.org')).toBe(401);
      expect(await status('127.0.0.1:8080')).toBe(401);
      expect(await status('evil.test')).toBe(421);
      expect(await status('evil.test', '/health/live')).toBe(200);
      const origins = [
        'https://busbar.example.org',
        'http://busbar.example.org',
        'http://evil.test',
      ];
      const answers = origins.map((origin) =>
        status('busbar.example.org', '/api/v2/logout', origin),
      );
      expect(await Promise.all(answers)).toEqual([401, 403, 403]);
      const { port } = new URL(server.url);
      const socket = connect(Number(port), '127.0.0.1');
      socket.end('GET /health/live HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n');
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
    });

    it('sets cookies that no other host can set, and accepts those of earlier releases', async () => {
      const headers = { host: 'busbar.example.org', origin: 'https://busbar.example.org' };
      const post = (url: string, more: object = {}, payload: object = {}) =>
        server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...more } });
      const login = { user_account: user.userName, password: PASSWORD };
      const signedIn = await post('/api/v2/login', {}, login);
      const lines = [signedIn.headers['set-cookie'] ?? []].flat();
      expect(lines.map((line) => line.split('=')[0])).toEqual([
        '__Host-busbar_session',
        '__Host-busbar_known',
      ]);
      for (const line of lines) {
        expect(line).toMatch(/; Path=\/(;|$)/);
        expect(line).toMatch(/; Secure(;|$)/);
        expect(line).not.toMatch(/; Domain=/);
      }
      const { token } = signedIn.json().data;
      const value = /=([^;]+)/.exec(lines[0]!)![1]!;
      const former = { authorization: token, cookie: `busbar_session=${value}` };
      const renamed = await post('/api/v2/ping-token', former);
      expect(renamed.json().code).toBe(0);
      const changes = [renamed.headers['set-cookie'] ?? []].flat();
      expect(changes).toContainEqual(expect.stringMatching(`^__Host-busbar_session=${value};`));
      expect(changes).toContainEqual(expect.stringMatching(/^busbar_session=;/));
    });
  });
});

describe('the setting TRUSTED_PROXIES', () => {
  it.each(['proxy.example', '10.0.0.0/33', '10.0.0.1-10.0.0.9', '0.0.0.0/0', '::/0', '10.0.0.0/'])(
    'rejects %s with an explanation',
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

  it('causes a warning if it is empty while the public URL is https', () => {
    const https = { PUBLIC_URL: 'https://busbar.example' };
    expect(startWarnings(readConfig(https))).toEqual([
      expect.stringMatching(/^PUBLIC_URL is https but .+\.$/),
    ]);
    const proxied = { ...https, TRUSTED_PROXIES: '10.0.0.1' };
    for (const env of [proxied, { ...proxied, HOST: '0.0.0.0' }, {}, { HOST: '::1' }]) {
      expect(startWarnings(readConfig(env))).toEqual([]);
    }
  });

  it('causes a warning if passwords cross the network without TLS', () => {
    for (const url of [{}, { PUBLIC_URL: 'http://10.0.0.7:8080' }]) {
      expect(startWarnings(readConfig({ HOST: '0.0.0.0', ...url }))).toEqual([
        expect.stringMatching(/^HOST 0\.0\.0\.0 can be reached .+ not https: .+\.$/),
      ]);
    }
  });
});
