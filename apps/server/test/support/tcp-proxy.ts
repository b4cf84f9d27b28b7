/** A line to a server that a test can cut, and make silent. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Ends every connection and lets no new one in. */
  cut(): void;
  /** Carries nothing in either direction, as a stopped server would. */
  silence(): void;
  /** Carries nothing over the open connections and closes none, as a firewall that dropped them. */
  swallow(): void;
  /** As good as ever. */
  restore(): void;
  close(): Promise<void>;
}

/** `onSent` sees what goes to the server, connection by connection mixed as it comes. */
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
    async close() {
      isCut = true;
      each((socket) => void socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
