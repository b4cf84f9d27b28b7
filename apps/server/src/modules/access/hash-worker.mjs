/**
 * Hashes and compares passwords in a thread that everything else goes before: what a flood of logins
 * orders takes the processor only where sockets, devices and the control of breakers leave it (T7).
 * JavaScript, so that it starts without a loader from the sources too.
 */
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

// Linux keeps a priority for each thread; elsewhere this would lower the whole program.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);

parentPort?.on('message', ({ id, passwordHash, password, cost }) => {
  try {
    const value =
      passwordHash === undefined ? hashSync(password, cost) : verifySync(passwordHash, password);
    parentPort?.postMessage({ id, value });
  } catch (error) {
    parentPort?.postMessage({ id, failure: String(error) });
  }
});
