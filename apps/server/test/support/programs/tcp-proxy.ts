/** A connection to a server that a test can cut or silence. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { closeAfterFile } from '../close-after-file.ts';
import type { TestDatabase } from '../databases.ts';

export interface TcpProxy {
  readonly port: number;
  /** Ends every connection and accepts no new one. */
  cut(): void;
  /** Forwards nothing in either direction, like a stopped server. */
  silence(): void;
  /**
   * Forwards nothing over the open connections and closes none, like a firewall that dropped them.
   */
  swallow(): void;
  /** Restores normal operation. */
  restore(): void;
  close(): Promise<void>;
}

/**
 * The proxy is closed after the test file. `onSent` receives the data sent to the server, from all connections
 * interleaved.
 */
export async function startTcpProxy(
  target: { host: string; port: number },
  onSent: (bytes: Buffer) => void = () => undefined,
): Promise<TcpProxy> {
  const lines = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  let isSilent = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(target);
    const line = [near, far] as const;
    lines.add(line);
    near.on('data', onSent);
    const end = () => {
      lines.delete(line);
      near.destroy();
      far.destroy();
    };
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', end);
      from.on('close', end);
      if (isSilent) from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const each = (work: (socket: Socket) => void) => {
    for (const line of lines) for (const socket of line) work(socket);
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      each((socket) => void socket.destroy());
    },
    silence() {
      isSilent = true;
      each((socket) => void socket.pause());
    },
    swallow() {
      each((socket) => void socket.pause());
    },
    restore() {
      isCut = false;
      isSilent = false;
      each((socket) => void socket.resume());
    },
    close: closeAfterFile(async () => {
      isCut = true;
      each((socket) => void socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    }),
  };
}

/** Returns a proxy in front of the server of the database, and the database's URL through it. */
export async function databaseProxy({
  databaseUrl,
}: TestDatabase): Promise<TcpProxy & { readonly databaseUrl: string }> {
  const url = new URL(databaseUrl);
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  return { ...proxy, databaseUrl: url.href };
}
