/** Ends the database process that a killed Busbar left for the next start to adopt. */
import { join } from 'node:path';
import { DATABASE_FOLDER } from '../../src/storage/embedded/data-place.ts';
import {
  isRunning,
  isServerOf,
  readPostmasterNote,
} from '../../src/storage/embedded/postmaster-file.ts';

export async function endPostmaster(dataDir: string): Promise<void> {
  const folder = join(dataDir, DATABASE_FOLDER);
  const note = readPostmasterNote(folder);
  if (note === undefined || !isServerOf(note.pid, folder)) return;
  process.kill(note.pid, 'SIGQUIT');
  while (isRunning(note.pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}
