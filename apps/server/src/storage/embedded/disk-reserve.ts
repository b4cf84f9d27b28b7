/**
 * Space that is kept free while the tables of the embedded database are changed. If the disk fills,
 * the removal of this file leaves enough space to start the former version.
 */
import { randomFillSync } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
import { MIN_FREE_TO_START_BYTES } from './check-folder.ts';

const MIB = 1024 * 1024;
/** Two segments of the write-ahead log may be written between the removal and the next start. */
const RESERVE_BYTES = MIN_FREE_TO_START_BYTES + 32 * MIB;

/** Next to the database; `folder` is PostgreSQL's data directory. */
const reserveFile = (folder: string): string => join(dirname(folder), 'upgrade-reserve');

/** Throws StartError if the disk has no space for it. */
export function takeReserve(folder: string): void {
  const file = reserveFile(folder);
  const descriptor = openSync(file, 'w', 0o600);
  try {
    // Random bytes occupy their size also on file systems that compress.
    const part = randomFillSync(Buffer.alloc(MIB));
    for (let bytes = 0; bytes < RESERVE_BYTES; ) bytes += writeSync(descriptor, part);
    fsyncSync(descriptor);
  } catch (error) {
    freeReserve(folder);
    throw new StartError(
      `The disk of ${dirname(folder)} has less than ${RESERVE_BYTES / MIB} MiB free, which an upgrade of the database needs: free some space and start again. Nothing was changed.`,
      { cause: error },
    );
  } finally {
    closeSync(descriptor);
  }
}

/** Also removes what a killed upgrade has left. */
export function freeReserve(folder: string): void {
  rmSync(reserveFile(folder), { force: true });
}
