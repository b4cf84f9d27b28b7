/** Database processes of embedded databases, to be ended or killed by a test. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FOLDER } from '../../../src/storage/embedded/data-place.ts';
import {
  isRunning,
  isServerOf,
  readPostmasterNote,
} from '../../../src/storage/embedded/postmaster-file.ts';

/** Ends the process that a killed Busbar left for the next start to adopt. */
export function endPostmaster(dataDir: string): Promise<void> {
  return signalPostmaster(dataDir, 'SIGQUIT');
}

export function killPostmaster(dataDir: string): Promise<void> {
  return signalPostmaster(dataDir, 'SIGKILL');
}

async function signalPostmaster(dataDir: string, signal: NodeJS.Signals): Promise<void> {
  const folder = join(dataDir, DATABASE_FOLDER);
  const note = readPostmasterNote(folder);
  if (note === undefined || !isServerOf(note.pid, folder)) return;
  process.kill(note.pid, signal);
  while (isRunning(note.pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Command lines of all processes that name the folder; on Linux only. */
export function processesOf(dataDir: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(commandOf)
    .filter((command) => command.includes(dataDir));
}

/** Returns nothing for a process that has ended. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}
