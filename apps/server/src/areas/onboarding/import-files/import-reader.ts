/**
 * Reads import files in a worker thread, so that no file blocks the event loop, which also
 * supervises breaker commands. One file is read at a time, a few wait, and further ones are
 * rejected; a file that needs too much time or memory is rejected too.
 */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { ReadingRules } from '@busbar/domain/reading-import/check-readings';
import { type Outcome, refused } from '@busbar/domain/refusal';
import { createHashGate } from '../../identity/passwords/hash-gate.ts';
import type { ImportWork } from './read-file.ts';
import type { ImportFile } from './read-import-file.ts';
import type { ReadingFile } from './read-reading-file.ts';

interface ImportMessage<T> {
  /** Set in the first message, when reading begins. */
  readonly threadId?: number | undefined;
  /** Set in the last message. */
  readonly outcome?: Outcome<T>;
}

export interface ImportLimits {
  /** Maximum number of files that wait while one is read. */
  readonly queue: number;
  /** Maximum number of files of one customer that are being read or wait. */
  readonly perCustomer: number;
  /** CPU time limit per file. */
  readonly processorMs: number;
  /** Elapsed time limit per file, for a machine that is otherwise busy. */
  readonly elapsedMs: number;
  readonly memoryMiB: number;
}

export const IMPORT_LIMITS: ImportLimits = {
  queue: 4,
  perCustomer: 2,
  processorMs: 2_000,
  elapsedMs: 20_000,
  memoryMiB: 256,
};

const CHECK_EVERY_MS = 100;
/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** Rejects with `import-busy` if too many files wait. Contents are in base64. */
export interface ImportReader {
  read(content: string, customerId: number): Promise<Outcome<ImportFile>>;
  readReadings(
    content: string,
    rules: ReadingRules,
    customerId: number,
  ): Promise<Outcome<ReadingFile>>;
}

export function createImportReader(limits: ImportLimits = IMPORT_LIMITS): ImportReader {
  const gate = createHashGate(1, limits.queue);
  const ofCustomer = new Map<number, number>();
  async function readWork<T>(work: ImportWork, customerId: number): Promise<Outcome<T>> {
    const count = ofCustomer.get(customerId) ?? 0;
    if (count >= limits.perCustomer) return refused('import-busy');
    ofCustomer.set(customerId, count + 1);
    try {
      const outcome = await gate.run(() => readInThread<T>(work, limits));
      return outcome ?? refused('import-busy');
    } finally {
      const left = ofCustomer.get(customerId)! - 1;
      if (left === 0) ofCustomer.delete(customerId);
      else ofCustomer.set(customerId, left);
    }
  }
  return {
    read: (content, customerId) => readWork({ kind: 'devices', content }, customerId),
    readReadings: (content, rules, customerId) =>
      readWork({ kind: 'readings', content, rules }, customerId),
  };
}

/** One reader per process, because the CPU is shared. */
export const importReader = createImportReader();

function startWorker(workerData: ImportWork, { memoryMiB }: ImportLimits): Worker {
  const file = import.meta.url.endsWith('.ts') ? './import-worker.mjs' : './import-worker.js';
  return new Worker(new URL(file, import.meta.url), {
    workerData,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
  });
}

async function readInThread<T>(work: ImportWork, limits: ImportLimits): Promise<Outcome<T>> {
  const worker = startWorker(work, limits);
  let stopTimer: (() => void) | undefined;
  try {
    return await new Promise((resolve, reject) => {
      const tooLarge = () => resolve(refused('import-too-large', 'content'));
      worker.on('message', ({ threadId, outcome }: ImportMessage<T>) => {
        if (outcome === undefined) stopTimer = limitTime(threadId, limits, tooLarge);
        else resolve(outcome);
      });
      worker.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') tooLarge();
        else reject(error);
      });
      worker.on('exit', () => reject(new Error('the thread that reads an import ended early')));
    });
  } finally {
    stopTimer?.();
    await worker.terminate();
  }
}

/** Calls `over` once the thread has used up its time. */
function limitTime(
  threadId: number | undefined,
  { processorMs, elapsedMs }: ImportLimits,
  over: () => void,
): () => void {
  const startedAt = performance.now();
  const usedBefore = processorTime(threadId) ?? 0;
  const timer = setInterval(() => {
    const elapsed = performance.now() - startedAt;
    const used = (processorTime(threadId) ?? elapsed) - usedBefore;
    if (used >= processorMs || elapsed >= elapsedMs) over();
  }, CHECK_EVERY_MS);
  return () => clearInterval(timer);
}

/** CPU time of a thread of this process in ms; undefined if the system does not provide it. */
function processorTime(threadId: number | undefined): number | undefined {
  if (threadId === undefined) return undefined;
  try {
    const stat = readFileSync(`/proc/self/task/${threadId}/stat`, 'utf8');
    // The name in the second field may contain spaces; user and system time are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}
