/**
 * Hashes and compares passwords in a worker thread, at low priority if requested. Written in
 * JavaScript so that it also starts from the sources without a loader.
 */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

// Linux has a priority per thread; on other systems this would lower the priority of the whole
// process.
if (workerData.givesWay && process.platform === 'linux') {
  setPriority(0, constants.priority.PRIORITY_LOW);
}

parentPort?.on('message', ({ id, passwordHash, password, cost }) => {
  try {
    const value =
      passwordHash === undefined ? hashSync(password, cost) : verifySync(passwordHash, password);
    parentPort?.postMessage({ id, value });
  } catch (error) {
    parentPort?.postMessage({ id, failure: String(error) });
  }
});
