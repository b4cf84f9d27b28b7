/** The real-time channel alone on a real port: its customers, clients, events and sessions. */
import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { BusEvents, DeviceRef } from '../../src/bus.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { registerRealtime } from '../../src/realtime/websocket.ts';
import type { Database } from '../../src/storage/database.ts';
import { contextOn, NOW } from '../control/control-fixture.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { openSession } from '../support/factories/session.ts';
import { createTenant, type Tenant } from '../support/factories/tenant.ts';
import { callerOf } from '../support/factories/tenant-users.ts';
import { manualClock } from '../support/manual-clock.ts';
import { type Client, heard, openClient } from './websocket-client.ts';

export interface ConnectOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
}

let counter = 0;

export async function buildRealtimeFixture(database: Database) {
  const clock = manualClock(NOW);
  const ctx = contextOn(database, clock);
  const tenant = await createTenant(database, { label: `rt${++counter}`, now: NOW });
  const foreign = await createTenant(database, { label: `rtf${counter}`, now: NOW });
  const app = createHttpServer(ctx);
  await registerRealtime(app, ctx);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const clients: Client[] = [];
  closeAfterFile(async () => {
    for (const { ws } of clients) ws.terminate();
    await app.close();
  });

  async function connect({ headers = {}, query = '' }: ConnectOptions = {}): Promise<Client> {
    const client = await openClient(`ws://127.0.0.1:${port}/api/websocket/info${query}`, headers);
    clients.push(client);
    return client;
  }

  const refOf = (of: Tenant, deviceId: number, path: readonly number[]): DeviceRef => ({
    customerId: of.customerId,
    deviceId,
    deviceCode: `code-of-${deviceId}`,
    groupPath: path,
  });
  const device = refOf(tenant, tenant.deviceId, [tenant.groupId]);
  const childDevice = refOf(tenant, tenant.deviceId + 1_000_000, [
    tenant.groupId,
    tenant.childGroupId,
  ]);
  const operator = () => tenant.users.operator;
  const presence = (ref: DeviceRef) =>
    ctx.bus.publish('presence.changed', {
      ...ref,
      presence: 'late',
      csq: 1,
      heardAt: 1,
      at: 1,
    });
  const ended = (ref: DeviceRef): BusEvents['command.changed'] => ({
    ...ref,
    commandId: '01930f3a-1111-7000-8000-000000000001',
    state: 'confirmed',
    order: 'open',
    reason: null,
    detail: null,
    action: 'openByCommand',
    actionAt: 5,
    times: { confirmed: 5 },
  });
  function freshToken(userId = operator().userId) {
    return openSession(database, tenant.customerId, userId, clock.now());
  }

  async function clientOfGroup(groupId: number, batches = false): Promise<Client> {
    const { userId } = tenant.users.viewer;
    const set = (id: number) =>
      database.db
        .updateTable('user_account')
        .set({ group_id: id })
        .where('user_id', '=', userId)
        .execute();
    await set(groupId);
    const client = await connect({ headers: { authorization: await freshToken(userId) } });
    client.send(JSON.stringify({ userId, batches }));
    await heard(ctx, client, childDevice);
    return client;
  }

  const callerWith = (token: string) => ({
    ...callerOf(tenant, 'operator'),
    tokenHash: createHash('sha256').update(token).digest(),
  });

  return {
    ctx,
    clock,
    tenant,
    foreign,
    port,
    device,
    childDevice,
    foreignDevice: refOf(foreign, foreign.deviceId, [foreign.groupId]),
    connect,
    /** Opens an authenticated connection as the operator. */
    async connectOpen({ batches = false } = {}) {
      const { userId, token } = tenant.users.operator;
      const client = await connect({ headers: { authorization: token } });
      client.send(batches ? JSON.stringify({ userId, batches }) : String(userId));
      await heard(ctx, client, device);
      return client;
    },
    /** Closes only the server, regardless of its clients. */
    close: () => app.close(),
    callerWith,
    clientOfGroup,
    ended,
    freshToken,
    operator,
    presence,
    /** The number of sockets the server holds. */
    openSockets: () => app.websocketServer.clients.size,
    /** The largest number of bytes buffered in the server for any client. */
    maxBufferedBytes: () =>
      Math.max(0, ...[...app.websocketServer.clients].map((client) => client.bufferedAmount)),
  };
}

/** Creates a session as a browser login does, with the cookie that belongs to the token. */
export async function browserSession(
  database: Database,
  tenant: Tenant,
): Promise<{ token: string; cookie: string }> {
  const token = randomBytes(32).toString('base64url');
  const secret = randomBytes(32).toString('base64url');
  const sha256 = (text: string) => createHash('sha256').update(text).digest();
  await database.db
    .insertInto('session')
    .values({
      token_hash: sha256(token),
      cookie_hash: sha256(secret),
      customer_id: tenant.customerId,
      user_id: tenant.users.operator.userId,
      created_at: new Date(NOW),
      last_used_at: new Date(NOW),
      expires_at: new Date(NOW + 3_600_000),
      address: '',
      client: '',
    })
    .execute();
  const cookie = `busbar_session=${sha256(token).toString('base64url')}.${secret}`;
  return { token, cookie };
}
