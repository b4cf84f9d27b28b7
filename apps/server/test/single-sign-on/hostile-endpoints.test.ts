/** The endpoints of a provider answer with unusable data, which must not reach the log. */
import { createServer, type RequestListener } from 'node:http';
import { pino } from 'pino';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { closeAfterFile } from '../support/close-after-file.ts';
import { describeWithDatabase } from '../support/databases.ts';
import { SETTINGS, ssoFixture } from './sso-fixture.ts';

const ANNA = { sub: 'anna', groups: ['staff'], preferred_username: 'user.anna' };
const SECRETS = /at-secret-value|rt-secret-value|eyJ|secret-[0-9]|code=/;

describeWithDatabase('an endpoint of a provider', (database) => {
  const sso = ssoFixture(database);
  let handle: RequestListener = (_req, res) => void res.writeHead(404).end();
  const lines: string[] = [];

  beforeAll(async () => {
    expect((await sso.configure(sso.admin, sso.provider)).body.code).toBe(0);
    // The server may send requests to this port.
    await sso.other.stop();
    const server = createServer((req, res) => handle(req, res));
    await new Promise<void>((done) => server.listen(sso.other.port, '127.0.0.1', done));
    closeAfterFile(async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    });
    const sink = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const { log } = sso.server.parts.context;
    vi.spyOn(log, 'warn').mockImplementation(((...entry: [object, string]) =>
      sink.warn(...entry)) as never);
  });
  beforeEach(() => {
    lines.length = 0;
    sso.provider.publish = undefined;
    sso.provider.alter = undefined;
  });

  /** The hostile server takes the place of one endpoint. */
  async function signInWith(
    endpoint: 'token_endpoint' | 'jwks_uri',
    status: number,
    body: unknown,
  ) {
    handle = (_req, res) => {
      res.writeHead(status, { 'content-type': 'application/json' });
      res.end(JSON.stringify(body));
    };
    sso.provider.publish = (all) => ({ ...all, [endpoint]: `${sso.other.issuer}/x` });
    return signIn();
  }
  /** The test of the settings makes the server read them again. */
  async function signIn() {
    const { issuer, client_id } = await sso.settingsOf(sso.admin.client);
    await sso.admin.client.post(`${SETTINGS}/test`, { issuer, client_id });
    return sso.signIn(ANNA);
  }

  it.each<[string, unknown]>([
    ['x', {}],
    ['constructor', {}],
    ['__proto__', {}],
    ['at-secret-value', { error_description: 'rt-secret-value' }],
    ['z'.repeat(900_000), {}],
    ['x', { fill: 'z'.repeat(900_000) }],
  ])('for tokens may answer with the error %#', async (error, more) => {
    const body = {
      error,
      error_description: 'y',
      access_token: 'at-secret-value',
      ...(more as object),
    };
    const answer = await signInWith('token_endpoint', 400, body);
    expect([answer.status, answer.body.reason]).toEqual([200, 'sso-answer-invalid']);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(SECRETS);
    expect(lines[0]!.length).toBeLessThan(1_000);
    expect(JSON.parse(lines[0]!)).toMatchObject({ causes: [{ status: 400 }] });
  });

  it('for tokens may answer with a status that does not exist', async () => {
    const { status, body } = await signInWith('token_endpoint', 600, {});
    expect([status, body.reason]).toEqual([200, 'sso-provider-invalid']);
  });

  it.each([
    [
      'a key with a number in place of a list',
      { keys: [{ kid: 'test', kty: 'RSA', n: 'AQAB', e: 'AQAB', oth: 5 }] },
    ],
    ['a number as a key', { keys: [5] }],
    ['no keys', {}],
  ])('for keys may answer with %s', async (_name, keys) => {
    const { status, body } = await signInWith('jwks_uri', 200, keys);
    expect([status, body.reason]).toEqual([200, 'sso-answer-invalid']);
  });

  it('that sends a wrong token causes a line in the log that names the claim', async () => {
    sso.provider.alter = (claims) => ({ ...claims, nonce: 'other' });
    expect((await signIn()).body).toMatchObject({ reason: 'sso-answer-invalid' });
    expect(lines.join()).toContain('"about":"nonce"');
    expect(lines.join()).not.toMatch(SECRETS);
    expect(lines.join()).not.toContain('user.anna');
  });

  it('that sends text in place of JSON is not quoted in the log', async () => {
    const publish = (all: object) => ({ ...all, token_endpoint: `${sso.other.issuer}/x` });
    handle = (_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json' });
      res.end('at-secret-value');
    };
    sso.provider.publish = publish;
    expect((await signIn()).body).toMatchObject({ reason: 'sso-answer-invalid' });
    expect(lines.join()).not.toMatch(SECRETS);
  });
});
