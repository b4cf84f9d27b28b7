/** Starts and stops the thread of the embedded database, and hands its wire to the driver. */
import { Worker } from 'node:worker_threads';
import type { PgliteReply, PgliteRequest, PgliteStart } from './pglite-messages.ts';
import { StartError } from './start-error.ts';

export interface PgliteThread {
  /** Sends bytes of the protocol; resolves when they are answered whole. One at a time. */
  send(bytes: Uint8Array): Promise<void>;
  /** Who takes the answers; the last one set. */
  onBytes(handler: (bytes: Uint8Array) => void): void;
  /** A tar of the database files, to begin another database with. */
  dump(): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

// Settings a server would have by default or by configuration. Parallel workers and the background
// processes do not exist here; see embedded-upkeep.ts for what they would have done.
const settings = ['timezone=UTC', 'datestyle=ISO', 'jit=off', 'max_connections=5'];

// A table that is filled in the transaction that made it is not logged, only written.
const toBeFilled = ['wal_level=minimal', 'max_wal_senders=0'];

export interface PgliteOptions extends Omit<PgliteStart, 'settings'> {
  /** See `DatabaseOptions`. */
  readonly isToBeFilled?: boolean;
}

function spawn(workerData: PgliteStart): Worker {
  const fromSource = import.meta.url.endsWith('.ts');
  const file = fromSource ? './pglite-worker-from-source.mjs' : './pglite-worker.js';
  return new Worker(new URL(file, import.meta.url), { workerData });
}

/** Opens the database in `dataDir` (in memory when absent). Throws StartError when it cannot. */
export async function startPglite(
  { isToBeFilled = false, ...options }: PgliteOptions,
  log: { error(details: object, message: string): void },
): Promise<PgliteThread> {
  const worker = spawn({
    ...options,
    settings: isToBeFilled ? [...settings, ...toBeFilled] : settings,
  });
  let failure: Error | undefined;
  let closing = false;
  let takeBytes: (bytes: Uint8Array) => void = () => undefined;
  const waiting = new Map<PgliteReply['kind'], PromiseWithResolvers>();

  const fail = (error: Error): void => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };
  worker.on('message', (reply: PgliteReply) => {
    if (reply.kind === 'bytes') return takeBytes(reply.bytes);
    if (reply.kind === 'failed') {
      return fail(new StartError(`The embedded database cannot be opened: ${reply.reason}.`));
    }
    const waiter = waiting.get(reply.kind);
    waiting.delete(reply.kind);
    waiter?.resolve(reply);
  });
  worker.on('error', (error) => {
    log.error({ error }, 'the embedded database broke');
    fail(new Error('the embedded database broke', { cause: error }));
  });
  worker.on('exit', () => {
    if (!closing) fail(new Error('the embedded database has stopped'));
  });

  function answer(kind: PgliteReply['kind'], request?: PgliteRequest): Promise<PgliteReply> {
    return new Promise((resolve, reject) => {
      if (failure !== undefined) return reject(failure);
      waiting.set(kind, { resolve, reject });
      if (request !== undefined) worker.postMessage(request);
    });
  }

  try {
    await answer('ready');
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  return {
    async send(bytes) {
      await answer('done', { kind: 'bytes', bytes: bytes as Uint8Array<ArrayBuffer> });
    },
    onBytes(handler) {
      takeBytes = handler;
    },
    async dump() {
      const reply = await answer('dump', { kind: 'dump' });
      return (reply as Extract<PgliteReply, { kind: 'dump' }>).tar;
    },
    async close() {
      closing = true;
      if (failure === undefined) await answer('closed', { kind: 'close' });
      await worker.terminate();
    },
  };
}

interface PromiseWithResolvers {
  resolve(reply: PgliteReply): void;
  reject(error: Error): void;
}
