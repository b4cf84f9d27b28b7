/** The real-time channel alone on a real port, and clients on real sockets. */
import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import type { DeviceRef } from '../../src/bus.ts';
import type { Context } from '../../src/context.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { registerRealtime } from '../../src/realtime/websocket.ts';
import type { Database } from '../../src/storage/database.ts';
import { contextOn, NOW } from '../control/control-world.ts';
import { type ManualClock, manualClock } from '../support/manual-clock.ts';
import { createTenant, type Tenant } from '../support/world.ts';

export interface RealtimeWorld {
  readonly ctx: Context;
  readonly clock: ManualClock;
  readonly tenant: Tenant;
  readonly foreign: Tenant;
  readonly port: number;
  readonly device: DeviceRef;
  readonly childDevice: DeviceRef;
  readonly foreignDevice: DeviceRef;
  connect(options?: ConnectOptions): Promise<Client>;
  /** Opens an authenticated connection as the operator. */
  connectOpen(): Promise<Client>;
  /** The number of sockets the server holds. */
  openSockets(): number;
  /** The largest number of bytes buffered in the server for any client. */
  maxBufferedBytes(): number;
  /** Closes only the server, regardless of its clients. */
  close(): Promise<void>;
  stop(): Promise<void>;
}

export interface ConnectOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
}

export interface Client {
  readonly ws: WebSocket;
  /** The received frames, parsed. */
  readonly frames: { msgType: string; deviceId: number; deviceStatus?: string; message: string }[];
  /** The close code, or the HTTP status with which the handshake was rejected. */
  readonly closed: Promise<number>;
  readonly isOpen: boolean;
  send(text: string): void;
}

let counter = 0;

export async function createRealtimeWorld(database: Database): Promise<RealtimeWorld> {
  const clock = manualClock(NOW);
  const ctx = contextOn(database, clock);
  const tenant = await createTenant(database, { label: `rt${++counter}`, now: NOW });
  const foreign = await createTenant(database, { label: `rtf${counter}`, now: NOW });
  const app = createHttpServer(ctx);
  await registerRealtime(app, ctx);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const clients: Client[] = [];

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
  return {
    ctx,
    clock,
    tenant,
    foreign,
    port,
    device: refOf(tenant, tenant.deviceId, [tenant.groupId]),
    childDevice: refOf(tenant, tenant.deviceId + 1_000_000, [tenant.groupId, tenant.childGroupId]),
    foreignDevice: refOf(foreign, foreign.deviceId, [foreign.groupId]),
    connect,
    async connectOpen() {
      const { userId, token } = tenant.users.operator;
      const client = await connect({ headers: { authorization: token } });
      client.send(String(userId));
      await heard(ctx, client, refOf(tenant, tenant.deviceId, [tenant.groupId]));
      return client;
    },
    close: () => app.close(),
    openSockets: () => app.websocketServer.clients.size,
    maxBufferedBytes: () =>
      Math.max(0, ...[...app.websocketServer.clients].map((client) => client.bufferedAmount)),
    async stop() {
      for (const { ws } of clients) ws.terminate();
      await app.close();
    },
  };
}

function openClient(url: string, headers: Readonly<Record<string, string>>): Promise<Client> {
  const ws = new WebSocket(url, { headers });
  const frames: Client['frames'] = [];
  ws.on('message', (data) => frames.push(JSON.parse(JSON.parse(data.toString()).info)));
  return new Promise((resolve) => {
    let done: (code: number) => void;
    const closed = new Promise<number>((resolveClosed) => {
      done = resolveClosed;
    });
    const client: Client = {
      ws,
      frames,
      closed,
      get isOpen() {
        return ws.readyState === WebSocket.OPEN;
      },
      send: (text) => ws.send(text),
    };
    ws.on('open', () => resolve(client));
    ws.on('unexpected-response', (_request, response) => {
      done(response.statusCode ?? 0);
      resolve(client);
      ws.terminate();
    });
    ws.on('error', () => undefined);
    ws.on('close', (code) => done(code));
  });
}

/** Publishes presence events until the client receives one: from then on the connection is open. */
export async function heard(ctx: Context, client: Client, ref: DeviceRef): Promise<void> {
  while (client.frames.length === 0) {
    ctx.bus.publish('presence.changed', {
      ...ref,
      presence: 'online',
      csq: null,
      heardAt: NOW,
      at: NOW,
    });
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (!client.isOpen) throw new Error('the socket was closed');
  }
  // Frames still in transit arrive before anything that follows them.
  await roundTrip(client);
  client.frames.length = 0;
}

let pings = 0;

/**
 * Resolves when everything the server had sent has arrived: on the pong for this ping, or on close.
 */
export function roundTrip(client: Client): Promise<void> {
  const { ws } = client;
  const name = `ping ${++pings}`;
  return new Promise((resolve) => {
    const listen = (data: Buffer) => {
      if (data.toString() === name) done();
    };
    const done = () => {
      ws.off('pong', listen);
      ws.off('close', done);
      resolve();
    };
    ws.on('pong', listen);
    ws.on('close', done);
    ws.ping(name);
  });
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
