/**
 * A receiver of batches on a real socket: the requests it received, and its configurable answer.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeAfterFile } from '../support/close-after-file.ts';

export interface ReceivedRecord {
  readonly kind: string;
  readonly id: string;
  readonly device_code: string;
  readonly ts: number;
  readonly [field: string]: unknown;
}

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly batch: { readonly batch_id: string; readonly records: readonly ReceivedRecord[] };
}

export interface Receiver {
  readonly port: number;
  readonly url: string;
  readonly requests: Received[];
  /** The number of connections, including those that never sent a byte. */
  connections: number;
  /** Writes the response to the request with this number, starting at 1; defaults to status 200. */
  answer: (response: ServerResponse, request: Received, number: number) => void;
  /** Accepts no further connections, like a program that has exited. */
  close(): Promise<void>;
  /** Listens on the same port again. */
  reopen(): Promise<void>;
}

/** The receiver is closed after the test file. */
export async function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  let server: Server;
  const receiver: Receiver = {
    port: 0,
    url: '',
    requests: [],
    connections: 0,
    answer: (response) => response.writeHead(200).end(),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
    reopen: () => listen(receiver.port),
  };
  async function listen(port: number): Promise<void> {
    server = createServer(async (request, response) => {
      const pieces: Buffer[] = [];
      try {
        for await (const piece of request) pieces.push(piece as Buffer);
      } catch {
        // The sender closed the connection because it was killed or timed out.
        return;
      }
      const body = Buffer.concat(pieces).toString('utf8');
      const received: Received = {
        path: request.url ?? '',
        headers: request.headers,
        body,
        batch: batchOf(body),
      };
      receiver.requests.push(received);
      receiver.answer(response, received, receiver.requests.length);
    });
    server.on('connection', () => {
      receiver.connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(port, host, resolve));
    Object.assign(receiver, { port: (server.address() as AddressInfo).port });
    Object.assign(receiver, { url: `http://${host}:${receiver.port}/in` });
  }
  await listen(0);
  closeAfterFile(() => receiver.close());
  return receiver;
}

/** The encrypted body of a browser push is not a batch, and its first byte may have any value. */
function batchOf(body: string): Received['batch'] {
  try {
    return JSON.parse(body);
  } catch {
    return { batch_id: '', records: [] };
  }
}

/** Returns the first arrival of each record, in order; a duplicate counts once. */
export function firstArrivals(requests: readonly Received[]): ReceivedRecord[] {
  const seen = new Set<string>();
  return requests
    .flatMap(({ batch }) => batch.records)
    .filter(({ id }) => !seen.has(id) && seen.add(id));
}
