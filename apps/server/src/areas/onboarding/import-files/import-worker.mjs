/**
 * Worker thread that reads one import file and exits; started by `import-reader.ts`. Written in
 * JavaScript so that it also starts from the sources.
 */
import { readlinkSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

// The bundled file is named .js and contains all imports; the source file needs a loader.
if (import.meta.url.endsWith('.mjs')) {
  const { register } = await import('tsx/esm/api');
  register();
}
const { readFile } = await import('./read-file.ts');

/** Returns the thread id of the operating system; undefined without /proc. */
function systemThreadId() {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return undefined;
  }
}

parentPort?.postMessage({ threadId: systemThreadId() });
parentPort?.postMessage({ outcome: await readFile(workerData) });
