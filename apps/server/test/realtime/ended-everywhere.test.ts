/**
 * T10 over two servers on one database: whatever ends the sessions of a user ends them at both, with
 * every socket that stands open, and nobody else's.
 */

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../../src/clock.ts';
import type { Database } from '../../src/storage/database.ts';
import { openDatabase } from '../../src/storage/open-database.ts';
import { type MadeAccount, makeAccount, makeCustomer, PASSWORD } from '../support/accounts.ts';
import { freshDatabase, type TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { type Answer, type HttpClient, httpClient } from '../support/http-client.ts';
import { startServer, type TestServer } from '../support/start-server.ts';
import { testLog } from '../support/test-log.ts';

/** Tabs of the user, every other one at the other server. */
const TABS = 5;
const NEW_PASSWORD = 'copper rail hums twice';

interface Tab {
  readonly client: HttpClient;
  readonly socket: WebSocket;
}

describe.skipIf(inject('postgresUrl') === '')('a session that ends', () => {
  let database: TestDatabase;
  let second: Database;
  let servers: readonly [TestServer, TestServer];
  let customer: Awaited<ReturnType<typeof makeCustomer>>;
  let admin: HttpClient;
  const sockets: WebSocket[] = [];

  beforeAll(async () => {
    database = await freshDatabase('postgres');
    const { databaseUrl } = database;
    second = await openDatabase({
      databaseUrl: databaseUrl!,
      dataDir: '',
      unsafeDatabase: false,
      log: testLog,
    });
    const options = { env: { ROLES: 'api' }, clock: systemClock };
    servers = [await startServer(database, options), await startServer(second, options)];
    const ctx = servers[0].parts.context;
    customer = await makeCustomer(ctx);
    const { userName } = await makeAccount(ctx, customer, { role: 'admin' });
    admin = httpClient(servers[0].app);
    await admin.login(userName, PASSWORD);
  });
  afterAll(async () => {
    for (const socket of sockets) socket.terminate();
    for (const server of servers ?? []) await server.stop();
    await second?.close();
  });

  async function openTab(user: MadeAccount, at: number): Promise<Tab> {
    const server = servers[at % 2]!;
    const client = httpClient(server.app, { address: `127.0.1.${at}` });
    const { status } = await client.login(user.userName, PASSWORD);
    expect(status).toBe(200);
    const url = `${server.url.replace('http', 'ws')}/api/websocket/info`;
    const socket = new WebSocket(url, { headers: { authorization: client.token! } });
    sockets.push(socket);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    socket.send(String(user.userId));
    return { client, socket };
  }

  const at = (client: HttpClient) => client.post('/api/v2/ping-token').then(({ status }) => status);
  const idOf = ({ userId }: MadeAccount) => `/api/v2/users/${userId}`;

  const WAYS: readonly [string, (user: MadeAccount, tab: Tab) => Promise<Answer | undefined>][] = [
    ['the logout', (_user, { client }) => client.post('/api/v2/logout')],
    [
      'a new password',
      (_user, { client }) =>
        client.post('/sys/user/modifyPwd', { oldPassword: PASSWORD, password: NEW_PASSWORD }),
    ],
    ['closing the account', (user) => admin.post(`${idOf(user)}/disable`)],
    [
      'another role',
      async (user) => {
        const { version } = (await admin.get(idOf(user))).body.data.user;
        const group_id = String(customer.groupId);
        return admin.put(idOf(user), { role: 'viewer', group_id, mail: '', version });
      },
    ],
    [
      'its end in time',
      async (user) => {
        await database.db
          .updateTable('session')
          .set({ expires_at: new Date(Date.now() - 1) })
          .where('user_id', '=', user.userId)
          .execute();
        return undefined;
      },
    ],
  ];

  it.each(WAYS)('by %s is over at both servers', async (_way, end) => {
    const user = await makeAccount(servers[0].parts.context, customer);
    const neighbour = await makeAccount(servers[0].parts.context, customer);
    const tabs = await Promise.all(Array.from({ length: TABS }, (_, i) => openTab(user, i)));
    const others = await Promise.all([openTab(neighbour, 8), openTab(neighbour, 9)]);
    for (const { client } of tabs) expect(await at(client)).toBe(200);
    const { body = { code: 0 } } = (await end(user, tabs[0]!)) ?? {};
    expect(body).toMatchObject('errCode' in body ? { errCode: 0 } : { code: 0 });
    for (const { client } of tabs) expect(await at(client)).toBe(401);
    await eventually(() => tabs.map(({ socket }) => socket.readyState)).toEqual(
      tabs.map(() => WebSocket.CLOSED),
    );
    for (const { client, socket } of others) {
      expect(await at(client)).toBe(200);
      expect(socket.readyState).toBe(WebSocket.OPEN);
    }
  });
});
