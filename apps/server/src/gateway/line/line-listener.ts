/** The port of the DTUs: accepts connections, limits those that have not registered. */
import { createServer, type Socket } from 'node:net';
import type { Registered } from '@busbar/device-protocol/line/registration-forms';
import type { Context } from '../../context.ts';
import { listen, withProxyHeader } from '../tcp-listener.ts';
import { readRegistration } from './line-sign-in.ts';

export interface LineListener {
  readonly port: number;
  close(): void;
}

export interface RegisteredSocket {
  readonly socket: Socket;
  /** Address of the DTU, even behind a balancer. */
  readonly address: string;
  readonly registered: Registered;
  /** Bytes after the registration packet. */
  readonly rest: Uint8Array;
}

/** Unregistered connections of one address; many DTUs of a carrier share one. */
const MAX_WAITING_OF_ADDRESS = 500;
const MAX_WAITING = 5_000;

export async function startLineListener(
  ctx: Context,
  port: number,
  host: string,
  accept: (connection: RegisteredSocket) => void,
): Promise<LineListener> {
  const log = ctx.log.child({ part: 'line' });
  /** Unregistered connections by address. */
  const waiting = new Map<string, number>();
  let total = 0;

  const count = (address: string, by: 1 | -1) => {
    total += by;
    const left = (waiting.get(address) ?? 0) + by;
    if (left === 0) waiting.delete(address);
    else waiting.set(address, left);
  };

  async function register(socket: Socket, address: string): Promise<void> {
    socket.on('error', () => socket.destroy());
    if (total >= MAX_WAITING || (waiting.get(address) ?? 0) >= MAX_WAITING_OF_ADDRESS) {
      socket.destroy();
      return;
    }
    count(address, 1);
    const result = await readRegistration(socket, ctx.clock);
    count(address, -1);
    if (result === undefined) return;
    if (result.kind === 'registered') {
      accept({ socket, address, registered: result.device, rest: result.rest });
      return;
    }
    log.warn({ address, reason: result.reason }, 'a DTU was refused');
    socket.destroy();
  }

  const server = createServer(
    { noDelay: true },
    withProxyHeader(
      ctx,
      (socket, address) => void register(socket, address),
      (peer) =>
        log.warn(
          { address: peer },
          'a connection was closed: its PROXY header is missing or malformed',
        ),
    ),
  );
  return { port: await listen(server, port, host), close: () => void server.close() };
}
