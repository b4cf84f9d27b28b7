/**
 * The threads that make and compare password hashes, below the priority of everything else
 * (`hash-worker.mjs`). Started when first asked; how many are busy at once is the gate's to say.
 */
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

interface Asked {
  readonly resolve: (value: string | boolean) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  /** What it works at. */
  readonly asked: Map<number, Asked>;
}

interface Reply {
  readonly id: number;
  readonly value?: string | boolean;
  readonly failure?: string;
}

const threads: Thread[] = [];
let asked = 0;

/** argon2 hash of `password` at this cost. */
export async function hashInThread(password: string, cost: Options): Promise<string> {
  return (await ask({ password, cost })) as string;
}

/** Whether `password` is the one of the hash. Throws when that is no argon2 hash. */
export async function verifyInThread(passwordHash: string, password: string): Promise<boolean> {
  return (await ask({ passwordHash, password })) as boolean;
}

function ask(work: object): Promise<string | boolean> {
  const thread = threads.find((one) => one.asked.size === 0) ?? start();
  return new Promise((resolve, reject) => {
    asked += 1;
    thread.asked.set(asked, { resolve, reject });
    // A program that waits for nothing else must not end before the answer, and may end after it.
    thread.worker.ref();
    thread.worker.postMessage({ id: asked, ...work });
  });
}

function start(): Thread {
  const file = import.meta.url.endsWith('.ts') ? './hash-worker.mjs' : './hash-worker.js';
  const thread: Thread = { worker: new Worker(new URL(file, import.meta.url)), asked: new Map() };
  threads.push(thread);
  thread.worker.on('message', ({ id, value, failure }: Reply) => {
    const waiter = thread.asked.get(id);
    thread.asked.delete(id);
    if (thread.asked.size === 0) thread.worker.unref();
    if (value === undefined) waiter?.reject(new Error(failure));
    else waiter?.resolve(value);
  });
  const end = (error: Error) => {
    threads.splice(threads.indexOf(thread), threads.includes(thread) ? 1 : 0);
    for (const { reject } of thread.asked.values()) reject(error);
    thread.asked.clear();
  };
  thread.worker.on('error', end);
  thread.worker.on('exit', (code) => end(new Error(`the thread that hashes ended with ${code}`)));
  return thread;
}
