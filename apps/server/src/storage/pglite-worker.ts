/**
 * The embedded database in a thread of its own, so that a query never stalls the sockets. It
 * carries PostgreSQL's wire protocol and nothing else: bytes of the driver come in as a message,
 * the answer goes out in chunks, then `done`. So the driver, its cursors, COPY and LISTEN are the
 * same code on both engines.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { PgliteReply, PgliteRequest, PgliteStart } from './pglite-messages.ts';

if (parentPort === null) throw new Error('pglite-worker runs as a worker thread');
const port = parentPort;
const start = workerData as PgliteStart;

const say = (reply: PgliteReply, transfer?: ArrayBuffer[]): void => {
  port.postMessage(reply, transfer);
};

/** Several small chunks of an answer cost a message each; they are joined up to this size. */
const chunkBytes = 64 * 1024;

const database = new PGlite({
  ...(start.dataDir === undefined ? {} : { dataDir: start.dataDir }),
  ...(start.snapshot === undefined ? {} : { loadDataDir: new Blob([start.snapshot]) }),
  startParams: [...PGlite.defaultStartParams, ...start.settings.flatMap((s) => ['-c', s])],
});

function simpleQuery(text: string): Uint8Array<ArrayBuffer> {
  const body = Buffer.from(`${text}\0`);
  const message = new Uint8Array(5 + body.length);
  message[0] = 'Q'.charCodeAt(0);
  new DataView(message.buffer).setInt32(1, 4 + body.length);
  message.set(body, 5);
  return message;
}

/** A new client begins with a clean session, as a new connection to a server would. */
function beginSession(startup: Uint8Array<ArrayBuffer>): void {
  if (database.isInTransaction()) database.execProtocolRawSync(simpleQuery('rollback'));
  database.execProtocolRawSync(simpleQuery('discard all'));
  say({ kind: 'bytes', bytes: database.execProtocolRawSync(startup).slice() });
}

const readyForQuery = [0x5a, 0, 0, 0, 5] as const;

/** The end of an answer: 'Z', a length of 5, one byte of state. */
function isReadyForQuery(lastBytes: readonly number[]): boolean {
  return lastBytes.length === 6 && readyForQuery.every((byte, index) => lastBytes[index] === byte);
}

/** Query and Sync are answered to the end; the parts of a cursor before its Sync are not. */
function isAnsweredWhole(request: Uint8Array): boolean {
  const view = new DataView(request.buffer, request.byteOffset, request.byteLength);
  for (let at = 0; at + 5 <= request.length; at += 1 + view.getInt32(at + 1)) {
    const type = String.fromCharCode(view.getUint8(at));
    if (type === 'Q' || type === 'S') return true;
  }
  return false;
}

async function exchange(request: Uint8Array<ArrayBuffer>): Promise<void> {
  let parts: Uint8Array[] = [];
  let size = 0;
  let lastBytes: number[] = [];
  const flush = (): void => {
    if (size === 0) return;
    const bytes = new Uint8Array(size);
    let offset = 0;
    for (const part of parts) {
      bytes.set(part, offset);
      offset += part.length;
    }
    parts = [];
    size = 0;
    say({ kind: 'bytes', bytes }, [bytes.buffer]);
  };
  await database.execProtocolRawStream(request, {
    onRawData: (chunk) => {
      // The chunk is a view into the database's own memory: it is copied before it changes.
      parts.push(chunk.slice());
      lastBytes = [...lastBytes, ...chunk.subarray(-6)].slice(-6);
      size += chunk.length;
      if (size >= chunkBytes) flush();
    },
  });
  flush();
  // The library swallows an abort of the engine (a full disk, a failed assertion); whoever asked
  // would wait for ever. Nothing after it can be believed.
  if (isAnsweredWhole(request) && !isReadyForQuery(lastBytes)) {
    throw new Error('the database engine gave no answer');
  }
}

async function handle(request: PgliteRequest): Promise<void> {
  if (request.kind === 'close') {
    await database.close();
    say({ kind: 'closed' });
    port.close();
    return;
  }
  if (request.kind === 'dump') {
    const tar = await database.dumpDataDir('none');
    say({ kind: 'dump', tar: new Uint8Array(await tar.arrayBuffer()) });
    return;
  }
  // A start-up packet is the only message of the protocol without a type byte.
  if (request.bytes[0] === 0) beginSession(request.bytes);
  else await exchange(request.bytes);
  say({ kind: 'done' });
}

await database.waitReady.then(
  () => say({ kind: 'ready' }),
  (error: unknown) =>
    say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
);

// One request at a time, in order: the database is a single session.
let last: Promise<void> = Promise.resolve();
port.on('message', (request: PgliteRequest) => {
  last = last.then(() => handle(request));
});
