/**
 * Hashes and compares passwords in a thread of its own, which gives way to everything else when it is
 * told to. JavaScript, so that it starts without a loader from the sources too.
 */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

// Linux keeps a priority for each thread; elsewhere this would lower the whole program.
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
