/**
 * The thread that reads one import file and ends; started by `import-reader.ts`. JavaScript, so that
 * it starts from the sources too.
 */
import { readlinkSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

// The bundle is named .js and has everything in it; the sources need a loader.
if (import.meta.url.endsWith('.mjs')) {
  const { register } = await import('tsx/esm/api');
  register();
}
const { readImportFile } = await import('./read-import-file.ts');

/** The system's number of this thread; undefined where there is no /proc. */
function systemThreadId() {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return undefined;
  }
}

parentPort?.postMessage({ threadId: systemThreadId() });
parentPort?.postMessage({ outcome: await readImportFile(workerData.content) });
