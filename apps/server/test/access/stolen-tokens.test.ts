/**
 * docs/promises.md T9: forged and stolen tokens over HTTP, in every place that can carry a token,
 * and the tokens of another installation with other keys and another database.
 */
import { seededRandom } from '@busbar/domain/demand/seeded-noise';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApiKey } from '../catalogue/askers.ts';
import { describeWithDatabase, freshDatabase } from '../support/databases.ts';
import { buildCustomer, buildUser, PASSWORD } from '../support/factories/customer.ts';
import { createTenant } from '../support/factories/tenant.ts';
import { fixture } from '../support/fixture.ts';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import { mutation } from '../support/mutated-secret.ts';
import { seed, size } from '../support/sizes.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const FORGERIES = size('forgedTokens');
const SEED = seed('forgedTokens', 90);
const CALL = '/api/v2/ping-token';
/**
 * The characters that a header can carry; values with other characters are rejected before they are
 * read.
 */
const SENDABLE = /^[\x21-\x7e]+$/;

describeWithDatabase('stolen and forged tokens', (database) => {
  const server = fixture(() => startServer(database, { env: { ROLES: 'api' } }));
  let userName: string;
  beforeAll(async () => {
    const { context } = server.parts;
    ({ userName } = await buildUser(context, await buildCustomer(context)));
  });
  const program = fixture(() => signedIn(server));
  const browser = fixture(() => signedIn(server, true));

  async function signedIn(at: TestServer, asBrowser = false): Promise<HttpClient> {
    const client = httpClient(at.app, { browser: asBrowser });
    expect((await client.login(userName, PASSWORD)).status).toBe(200);
    return client;
  }

  /** Returns the response status of a request with these headers. */
  const statusAt = async (at: TestServer, headers: Record<string, string>): Promise<number> =>
    (await at.app.inject({ method: 'POST', url: CALL, headers, payload: {} })).statusCode;
  const cookieOf = (client: HttpClient): string => client.cookies.get('busbar_session')!;

  it('open a session only in the issued form', async () => {
    const cookie = `busbar_session=${cookieOf(browser)}`;
    expect(await statusAt(server, { authorization: program.token! })).toBe(200);
    expect(await statusAt(server, { authorization: browser.token!, cookie })).toBe(200);
  });

  it(`open no session in any of ${FORGERIES} forged forms of token or cookie`, async () => {
    const random = seededRandom(SEED);
    const opened: string[] = [];
    for (let i = 0; i < FORGERIES; i++) {
      const token = mutation(program.token!, browser.token!, random);
      const cookie = mutation(cookieOf(browser), program.token!, random);
      if (token !== program.token && SENDABLE.test(token)) {
        if ((await statusAt(server, { authorization: token })) !== 401) opened.push(token);
      }
      if (cookie !== cookieOf(browser) && SENDABLE.test(cookie)) {
        const headers = { authorization: browser.token!, cookie: `busbar_session=${cookie}` };
        if ((await statusAt(server, headers)) !== 401) opened.push(cookie);
      }
    }
    expect(opened).toEqual([]);
  });

  it('open no session in any place but the intended one', async () => {
    const token = browser.token!;
    const places: Record<string, string>[] = [
      { authorization: token },
      { authorization: `Bearer ${token}` },
      { authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` },
      { cookie: `busbar_session=${token}` },
      { cookie: `busbar_session=${token}.${token}` },
      { cookie: `token=${token}; access_token=${token}; authorization=${token}` },
      { authorization: token, cookie: `busbar_session=${token}.${token}` },
      { 'x-auth-token': token, 'x-api-key': token, token },
      { 'sec-websocket-protocol': token },
    ];
    for (const headers of places) {
      expect([headers, await statusAt(server, headers)]).toEqual([headers, 401]);
    }
    for (const name of ['token', 'access_token', 'authorization', 'ticket']) {
      const answer = await server.app.inject({ method: 'POST', url: `${CALL}?${name}=${token}` });
      expect([name, answer.statusCode]).toEqual([name, 401]);
    }
  });

  describe('tokens of another installation', () => {
    const elsewhere = fixture(async () =>
      startServer(await freshDatabase(), { env: { ROLES: 'api' } }),
    );

    it('are refused as session token, browser session, API key and ticket', async () => {
      const now = server.clock.now();
      const { database } = elsewhere.parts.context;
      const tenant = await createTenant(database, { label: 'elsewhere', now });
      const key = await buildApiKey(database, tenant, now);
      const { context } = elsewhere.parts;
      const account = await buildUser(context, await buildCustomer(context));
      userName = account.userName;
      const foreignProgram = await signedIn(elsewhere);
      const foreignBrowser = await signedIn(elsewhere, true);
      const cookie = `busbar_session=${cookieOf(foreignBrowser)}`;
      const { ticket } = (await foreignProgram.post('/api/v2/websocket-ticket')).body.data;
      const all: Record<string, string>[] = [
        { authorization: foreignProgram.token! },
        { authorization: foreignBrowser.token!, cookie },
        { authorization: key },
        { authorization: tenant.users.admin.token },
        { authorization: ticket },
      ];
      for (const headers of all) {
        expect([headers, await statusAt(server, headers)]).toEqual([headers, 401]);
      }
      // The tokens are valid at the other installation, so the refusals above are not caused by
      // malformed tokens.
      expect(await statusAt(elsewhere, all[0]!)).toBe(200);
      expect(await statusAt(elsewhere, all[1]!)).toBe(200);
      expect(await statusAt(elsewhere, { authorization: tenant.users.admin.token })).toBe(200);
      // Mixed pairs: the token of this installation with the cookie of the other one, and vice
      // versa.
      expect(await statusAt(server, { authorization: browser.token!, cookie })).toBe(401);
      const ownCookie = `busbar_session=${cookieOf(browser)}`;
      expect(
        await statusAt(server, { authorization: foreignBrowser.token!, cookie: ownCookie }),
      ).toBe(401);
    });
  });
});
