/**
 * Limits on connections, so that neither slow clients nor a large number of them exhaust the
 * server's sockets. Behind a trusted proxy all clients share its connections, which the proxy
 * itself must limit.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../areas/identity/guessing/throttle-buckets.ts';
import type { TrustedProxies } from '../config/trusted-proxies.ts';

export interface ConnectionLimits {
  /**
   * A complete request must arrive within this time, however slowly it is sent. NOTE: Node swaps
   * this timeout with `headersTimeoutMs` if the latter is longer, and its default is a minute.
   */
  readonly requestTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** Interval at which both timeouts are checked. */
  readonly checkEveryMs: number;
  readonly perAddress: number;
  readonly total: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  requestTimeoutMs: 15_000,
  headersTimeoutMs: 10_000,
  checkEveryMs: 2_000,
  perAddress: 200,
  total: 10_000,
};

/** Connections of the address beyond the limit are closed before anything is read from them. */
export function limitConnections(
  server: Server,
  { perAddress, total }: ConnectionLimits,
  trustedProxies: TrustedProxies,
): void {
  const open = new Map<string, number>();
  server.maxConnections = total;
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (trustedProxies.includes(address)) return;
    const network = networkOf(address);
    const count = open.get(network) ?? 0;
    if (count >= perAddress) {
      socket.destroy();
      return;
    }
    open.set(network, count + 1);
    socket.once('close', () => {
      const left = open.get(network)! - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
}
