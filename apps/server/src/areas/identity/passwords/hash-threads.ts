/**
 * Worker threads that create and compare password hashes (`hash-worker.mjs`). Threads for crowded
 * periods run below the priority of everything else, so that a flood of logins uses only the CPU
 * time that sockets, devices and breaker control leave free (docs/promises.md T7). The priority of
 * a thread cannot be raised again, so there are two kinds. Threads start on first use; the hash
 * gate limits how many are busy at once.
 */
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

interface PendingHash {
  readonly resolve: (value: string | boolean) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly givesWay: boolean;
  /** Pending requests by id. */
  readonly pending: Map<number, PendingHash>;
}

interface Reply {
  readonly id: number;
  readonly value?: string | boolean;
  readonly failure?: string;
}

const threads: Thread[] = [];
let lastId = 0;

/** Returns the argon2 hash of `password` at this cost. */
export async function hashInThread(
  password: string,
  cost: Options,
  givesWay: boolean,
): Promise<string> {
  return (await ask({ password, cost }, givesWay)) as string;
}

/** Returns true if `password` matches the hash. Throws if the string is not an argon2 hash. */
export async function verifyInThread(
  passwordHash: string,
  password: string,
  givesWay: boolean,
): Promise<boolean> {
  return (await ask({ passwordHash, password }, givesWay)) as boolean;
}

function ask(work: object, givesWay: boolean): Promise<string | boolean> {
  const isFree = (one: Thread) => one.givesWay === givesWay && one.pending.size === 0;
  const thread = threads.find(isFree) ?? start(givesWay);
  return new Promise((resolve, reject) => {
    lastId += 1;
    thread.pending.set(lastId, { resolve, reject });
    // The process must not exit before the reply, and may exit after it if nothing else is pending.
    thread.worker.ref();
    thread.worker.postMessage({ id: lastId, ...work });
  });
}

function start(givesWay: boolean): Thread {
  const file = import.meta.url.endsWith('.ts') ? './hash-worker.mjs' : './hash-worker.js';
  const worker = new Worker(new URL(file, import.meta.url), { workerData: { givesWay } });
  const thread: Thread = { worker, givesWay, pending: new Map() };
  threads.push(thread);
  worker.on('message', ({ id, value, failure }: Reply) => {
    const waiter = thread.pending.get(id);
    thread.pending.delete(id);
    if (thread.pending.size === 0) worker.unref();
    if (value === undefined) waiter?.reject(new Error(failure));
    else waiter?.resolve(value);
  });
  const end = (error: Error) => {
    threads.splice(threads.indexOf(thread), threads.includes(thread) ? 1 : 0);
    for (const { reject } of thread.pending.values()) reject(error);
    thread.pending.clear();
  };
  worker.on('error', end);
  worker.on('exit', (code) => end(new Error(`the thread that hashes ended with ${code}`)));
  return thread;
}
