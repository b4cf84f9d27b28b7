/** Clients of the real-time channel on real sockets. */
import { WebSocket } from 'ws';
import type { DeviceRef } from '../../src/bus.ts';
import type { Context } from '../../src/context.ts';
import { NOW } from '../control/control-fixture.ts';

export interface Client {
  readonly ws: WebSocket;
  /** The received frames, parsed, in batches or not. */
  readonly frames: { msgType: string; deviceId: number; deviceStatus?: string; message: string }[];
  /** Number of messages that were batches. */
  readonly batchCount: number;
  /** The close code, or the HTTP status with which the handshake was rejected. */
  readonly closed: Promise<number>;
  readonly isOpen: boolean;
  send(text: string): void;
}

export function openClient(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Client> {
  const ws = new WebSocket(url, { headers });
  const frames: Client['frames'] = [];
  let batchCount = 0;
  ws.on('message', (data) => {
    const message: { info: string } | { batch: { info: string }[] } = JSON.parse(data.toString());
    if ('batch' in message) batchCount += 1;
    const parts = 'batch' in message ? message.batch : [message];
    frames.push(...parts.map(({ info }) => JSON.parse(info)));
  });
  return new Promise((resolve) => {
    let done: (code: number) => void;
    const closed = new Promise<number>((resolveClosed) => {
      done = resolveClosed;
    });
    const client: Client = {
      ws,
      frames,
      get batchCount() {
        return batchCount;
      },
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
