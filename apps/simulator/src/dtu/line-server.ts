/**
 * A line that waits for its master: Modbus RTU or DL/T 645 over TCP, for foreign programs and for
 * gateways that dial out. One master at a time, as on a serial line; there is no registration.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { SerialLine } from './line/serial-line.ts';

export interface LineServer {
  readonly port: number;
  readonly hasMaster: boolean;
  close(): Promise<void>;
}

/** Listens on the loopback address; port 0 selects a free one. Rejects if the port is in use. */
export function startLineServer(line: SerialLine, port: number): Promise<LineServer> {
  let master: Socket | undefined;
  const server = createServer({ noDelay: true }, (socket) => {
    master?.destroy();
    master = socket;
    line.open((bytes) => socket.write(bytes));
    socket.on('data', (bytes) => line.receive(bytes));
    // The end of the connection follows as `close`.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (master !== socket) return;
      master = undefined;
      line.close();
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve({
        port: (server.address() as AddressInfo).port,
        get hasMaster() {
          return master !== undefined;
        },
        close() {
          master?.destroy();
          return new Promise((closed) => server.close(() => closed()));
        },
      });
    });
  });
}
