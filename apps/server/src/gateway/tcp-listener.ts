/**
 * TCP ports on which devices connect. Behind a balancer (`MQTT_PROXY_PROTOCOL`) a connection from a
 * trusted proxy begins with the PROXY header, which names the address of the device.
 */
import type { Server, Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import type { Context } from '../context.ts';
import { readProxyHeader } from './proxy-header.ts';

/** Called with each connection and the address of the device. */
export type AcceptDevice = (socket: Socket, address: string) => void;

/** Timeout for the PROXY header. */
const HEADER_TIMEOUT_MS = 5_000;
/**
 * Connections that may wait to be accepted; the kernel caps it at `net.core.somaxconn`. With Node's
 * 511 most connection requests of a returning fleet are dropped, and repeated after 1, 3, 7 s.
 */
const ACCEPT_BACKLOG = 16_384;

/** Reads the PROXY header of connections from trusted proxies; `refused` gets the proxy's address. */
export function withProxyHeader(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  ready: AcceptDevice,
  refused: (peer: string) => void,
): (socket: Socket) => void {
  const { mqttProxyProtocol, trustedProxies } = config;
  return (socket) => {
    const peer = socket.remoteAddress ?? '';
    if (!mqttProxyProtocol || !trustedProxies.includes(peer)) {
      ready(socket, peer);
      return;
    }
    takeProxyHeader(socket, clock, {
      done: (source) => ready(socket, source ?? peer),
      refused: () => refused(peer),
    });
  };
}

/** Returns the port; rejects with the system error if it is in use. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: ACCEPT_BACKLOG }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

interface HeaderEnds {
  /** Called with the header's address; undefined if the balancer opened the connection itself. */
  readonly done: (source: string | undefined) => void;
  readonly refused: () => void;
}

/** Reads the PROXY header; the bytes after it stay in the socket. */
function takeProxyHeader(socket: Socket, clock: Clock, ends: HeaderEnds): void {
  let head = Buffer.alloc(0);
  const refuse = () => {
    stop();
    socket.destroy();
    ends.refused();
  };
  const cancel = clock.after(HEADER_TIMEOUT_MS, refuse);
  const stop = () => {
    cancel();
    socket.off('readable', read);
    socket.off('close', stop);
  };
  function read(): void {
    const chunk = socket.read() as Buffer | null;
    if (chunk === null) return;
    head = Buffer.concat([head, chunk]);
    const header = readProxyHeader(head);
    if (header.state === 'incomplete') return;
    if (header.state !== 'complete') {
      refuse();
      return;
    }
    stop();
    const rest = head.subarray(header.bytes);
    if (rest.length > 0) socket.unshift(rest);
    ends.done(header.source);
  }
  socket.on('error', () => socket.destroy());
  socket.on('close', stop);
  socket.on('readable', read);
}
