// Location of the suites' temporary files. In memory, a test file creates its database in a fifth
// of the time required on a disk.
import { readFileSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const folder = '/dev/shm';
const GIB = 2 ** 30;
/** Required space; the files of the server suite take about seven GiB at the end of a run. */
const FOLDER_BYTES = 10 * GIB;
/** Total memory: the folder, and four GiB for the programs, the databases and the browser. */
const MEMORY_BYTES = FOLDER_BYTES + 4 * GIB;

/**
 * Returns the environment of a suite: a folder in memory, unless memory is insufficient or TMPDIR
 * is set. Tests at the sizes of the promises use a disk.
 */
export function memoryFolder({ TEST_SIZE = process.env.TEST_SIZE } = {}) {
  if (TEST_SIZE === 'nightly' || process.env.TMPDIR !== undefined) return {};
  return hasRoom() ? { TMPDIR: folder } : {};
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(folder);
    const free = Math.min(freemem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
    return bavail * bsize >= FOLDER_BYTES && free >= MEMORY_BYTES && runsPrograms();
  } catch {
    return false;
  }
}

/** The folder must not be mounted `noexec`, because some tests start programs copied there. */
function runsPrograms() {
  const mount = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, point]) => point === folder);
  return mount !== undefined && mount[2] === 'tmpfs' && !mount[3].split(',').includes('noexec');
}
