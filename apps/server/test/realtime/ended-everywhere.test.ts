/**
 * docs/promises.md T10: whatever ends the sessions of a user ends them on every server of a
 * database, with every open socket and every queued command, and affects no other user. Two servers
 * on one PostgreSQL; no worker runs that would purge expired rows.
 */

import { afterAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../../src/clock.ts';
import type { Database } from '../../src/storage/database.ts';
import { describeWithDatabase, openTestDatabase } from '../support/databases.ts';
import { startSimulated } from '../support/devices/simulated-device.ts';
import { eventually } from '../support/eventually.ts';
import { buildClient } from '../support/factories/client.ts';
import {
  type BuiltUser,
  buildCaller,
  buildCustomer,
  buildUser,
  PASSWORD,
} from '../support/factories/customer.ts';
import { type BuiltDevice, buildDevice } from '../support/factories/device.ts';
import { fixture } from '../support/fixture.ts';
import { type Answer, type HttpClient, httpClient } from '../support/http-client.ts';
import { startServer } from '../support/start-server.ts';

/** Number of the user's tabs, which alternate between the two servers. */
const TABS = 5;
const NEW_PASSWORD = 'copper rail hums twice';
/** The promise is one second; the rest is a margin for a busy machine. */
const SOCKETS_WITHIN_MS = 5_000;

interface Tab {
  readonly client: HttpClient;
  readonly socket: WebSocket;
}

interface SubmittedCommand {
  readonly device: BuiltDevice & { readonly secret: string };
  readonly commandId: string;
}

describeWithDatabase('a session ended', (database) => {
  const start = (on: Database, roles: string) =>
    startServer(on, {
      env: { ROLES: roles, COMMAND_TTL_S: '300', CONTROL_PER_MINUTE: '1000' },
      clock: systemClock,
    });
  const first = fixture(() => start(database, 'api,gateway'));
  const second = fixture(async () => start(await openTestDatabase(database.databaseUrl), 'api'));
  const servers = [first, second] as const;
  const customer = fixture(() => buildCustomer(first.parts.context));
  const admin = fixture(() => buildClient(first, customer, { role: 'admin' }));
  const sockets: WebSocket[] = [];
  afterAll(async () => {
    for (const socket of sockets) socket.terminate();
  });

  async function openTab(user: BuiltUser, at: number): Promise<Tab> {
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

  /** Registers a breaker that is offline, and queues a command until it is back. */
  async function submit({ client }: Tab): Promise<SubmittedCommand> {
    const ctx = servers[0].parts.context;
    const caller = await buildCaller(ctx, customer, { role: 'admin' });
    const { secret, ...device } = await buildDevice(ctx, caller);
    const { body } = await client.post('/api/v2/device/control', {
      device_code: device.code,
      data: { switch: 'open' },
      queue: true,
    });
    expect(body).toMatchObject({ code: 0, data: { state: 'queued' } });
    return { device: { ...device, secret: secret! }, commandId: body.data.command_id };
  }

  /** Connects the breaker again; returns every message it receives from then on. */
  function comesBack({ device: { code, secret } }: SubmittedCommand): string[] {
    const heard: string[] = [];
    const { mqttPort } = servers[0];
    const line = startSimulated({ mqttPort, code, secret, type: 'MT61' });
    const carryOut = line.device.onCommand.bind(line.device);
    line.device.onCommand = (payload, now) => {
      heard.push(Buffer.from(payload as Uint8Array).toString());
      return carryOut(payload, now);
    };
    return heard;
  }

  /** Returns every state the command has been in. */
  async function livesOf({ commandId }: SubmittedCommand): Promise<string[]> {
    const rows = await database.db
      .selectFrom('command_transition')
      .select('state')
      .where('customer_id', '=', customer.customerId)
      .where('command_id', '=', commandId)
      .orderBy('at')
      .execute();
    return rows.map(({ state }) => state);
  }

  const isOnline = async ({ device }: SubmittedCommand): Promise<boolean> => {
    const { connected } = await database.db
      .selectFrom('device_state')
      .select('connected')
      .where('device_id', '=', device.deviceId)
      .executeTakeFirstOrThrow();
    return connected;
  };

  const at = (client: HttpClient) => client.post('/api/v2/ping-token').then(({ status }) => status);
  const idOf = ({ userId }: BuiltUser) => `/api/v2/users/${userId}`;

  const spoil = async ({ userId }: BuiltUser, values: object): Promise<undefined> => {
    await database.db.updateTable('session').set(values).where('user_id', '=', userId).execute();
  };

  const WAYS: readonly [string, (user: BuiltUser, tab: Tab) => Promise<Answer | undefined>][] = [
    ['the logout', (_user, { client }) => client.post('/api/v2/logout')],
    [
      'a new password',
      (_user, { client }) =>
        client.post('/sys/user/modifyPwd', { oldPassword: PASSWORD, password: NEW_PASSWORD }),
    ],
    ['disabling the account', (user) => admin.post(`${idOf(user)}/disable`)],
    [
      'a change of role',
      async (user) => {
        const { version } = (await admin.get(idOf(user))).body.data.user;
        const group_id = String(customer.groupId);
        return admin.put(idOf(user), { role: 'viewer', group_id, mail: '', version });
      },
    ],
    ['expiry', (user) => spoil(user, { expires_at: new Date(Date.now() - 1) })],
    [
      'half an hour without a request',
      (user) => spoil(user, { last_used_at: new Date(Date.now() - 1_800_000) }),
    ],
  ];

  it.each(WAYS)(
    'is over on every server, with all commands that it had queued, when ended by %s',
    async (_way, end) => {
      const user = await buildUser(servers[0].parts.context, customer);
      const neighbour = await buildUser(servers[0].parts.context, customer);
      const tabs = await Promise.all(Array.from({ length: TABS }, (_, i) => openTab(user, i)));
      const others = await Promise.all([openTab(neighbour, 8), openTab(neighbour, 9)]);
      for (const { client } of tabs) expect(await at(client)).toBe(200);
      const submitted: SubmittedCommand[] = [];
      for (const tab of tabs) submitted.push(await submit(tab));
      const standing = await submit(others[0]!);
      const { body = { code: 0 } } = (await end(user, tabs[0]!)) ?? {};
      expect(body).toMatchObject('errCode' in body ? { errCode: 0 } : { code: 0 });
      for (const { client } of tabs) expect(await at(client)).toBe(401);
      await eventually(
        () => tabs.map(({ socket }) => socket.readyState),
        SOCKETS_WITHIN_MS,
      ).toEqual(tabs.map(() => WebSocket.CLOSED));
      for (const waiting of submitted) {
        await eventually(() => livesOf(waiting)).toEqual(['queued', 'cancelled']);
      }
      for (const { client, socket } of others) {
        expect(await at(client)).toBe(200);
        expect(socket.readyState).toBe(WebSocket.OPEN);
      }
      // All breakers reconnect, and only the command of a valid session is sent.
      const heard = submitted.map(comesBack);
      for (const waiting of submitted) await eventually(() => isOnline(waiting)).toBe(true);
      const heardByOther = comesBack(standing);
      await eventually(() => livesOf(standing)).toContain('sent');
      await eventually(() => heardByOther.join()).toContain(standing.commandId);
      for (const [index, { commandId }] of submitted.entries()) {
        expect(heard[index]!.join()).not.toContain(commandId);
        expect(await livesOf(submitted[index]!)).toEqual(['queued', 'cancelled']);
      }
    },
  );
});
