/** Gives a file that was written under a temporary name its final name, and syncs its folder. */
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync } from 'node:fs';

/** Error codes of file systems without hard links. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS']);
/** Error codes if a folder cannot be opened or synced, as on Windows. */
const NO_SYNC: ReadonlySet<string | undefined> = new Set([
  'EACCES',
  'EINVAL',
  'EISDIR',
  'ENOSYS',
  'ENOTSUP',
  'EPERM',
]);

/**
 * Returns false if a file of that name exists: it is not replaced. Without hard links, a file that
 * is created between the check and the renaming would be replaced.
 */
export function publishFile(temporary: string, file: string): boolean {
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (existsSync(file)) return false;
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code)) throw error;
    renameSync(temporary, file);
  }
  return true;
}

export function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, 'r');
    try {
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
  } catch (error) {
    if (!NO_SYNC.has((error as NodeJS.ErrnoException).code)) throw error;
  }
}
