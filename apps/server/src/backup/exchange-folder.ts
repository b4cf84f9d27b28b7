/**
 * Replaces the data folder with a restored one. Each step is an atomic rename, and the name of the
 * folder records the completed steps: if a restore is killed, the next start completes it, or
 * discards it if the restored folder was still being filled.
 *
 *     restoring/          is being filled; is discarded
 *     restored-<time>/    complete; the current content moves to before-restore-<time>/
 *     arriving-<time>/    the current content has been moved; the restored content takes its place
 */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE_FOLDER, removeLinkedData } from '../storage/embedded/data-place.ts';
import { endLeftServer } from '../storage/embedded/embedded-server.ts';
import { lockFolder } from '../storage/embedded/folder-lock.ts';
import { syncFolder } from '../storage/publish-file.ts';
import { ARRIVING, BEFORE, RESTORED, RESTORING, replacedNames } from './data-folder.ts';

/** Creates an empty folder to fill. */
export async function beginRestoring(dataDir: string): Promise<string> {
  const folder = join(dataDir, RESTORING);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await discardRestoring(dataDir);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

export async function discardRestoring(dataDir: string): Promise<void> {
  const folder = join(dataDir, RESTORING);
  await endLeftServer(folder);
  removeLinkedData(folder);
  await rm(folder, { recursive: true, force: true });
}

/** Activates the filled folder; returns the path of the previous content, if there was any. */
export async function exchange(dataDir: string, now: Date): Promise<string | undefined> {
  const folder = join(dataDir, RESTORING);
  await syncAll(folder);
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  await rename(folder, join(dataDir, `${RESTORED}${time}`));
  return finishExchange(dataDir);
}

/** Completes a restore that was interrupted. Every start calls this before it opens anything. */
export async function finishExchange(dataDir: string): Promise<string | undefined> {
  if (!existsSync(dataDir)) return undefined;
  const begun = readdirSync(dataDir).find(
    (name) => name.startsWith(RESTORED) || name.startsWith(ARRIVING),
  );
  if (begun === undefined) return undefined;
  const lock = await lockFolder(join(dataDir, begun));
  try {
    return await finish(dataDir, begun);
  } finally {
    await lock.release();
  }
}

async function finish(dataDir: string, begun: string): Promise<string | undefined> {
  const time = begun.slice(begun.startsWith(RESTORED) ? RESTORED.length : ARRIVING.length);
  const arriving = join(dataDir, `${ARRIVING}${time}`);
  const before = join(dataDir, `${BEFORE}${time}`);
  if (begun.startsWith(RESTORED)) {
    await putAside(dataDir, join(dataDir, begun), before);
    await rename(join(dataDir, begun), arriving);
  }
  for (const name of await readdir(arriving)) {
    await rename(join(arriving, name), join(dataDir, name));
  }
  await rmdir(arriving);
  syncFolder(dataDir);
  return existsSync(before) ? before : undefined;
}

async function putAside(dataDir: string, restored: string, before: string): Promise<void> {
  const coming = readdirSync(restored);
  const going = replacedNames(dataDir)
    // If the data is in an external database, an embedded database in this folder is unrelated and
    // is not moved.
    .filter((name) => name !== DATABASE_FOLDER || coming.includes(DATABASE_FOLDER));
  if (going.length === 0) return;
  await mkdir(before, { recursive: true, mode: 0o700 });
  for (const name of going) await rename(join(dataDir, name), join(before, name));
}

async function syncAll(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) await sync(join(entry.parentPath, entry.name));
    if (entry.isDirectory()) syncFolder(join(entry.parentPath, entry.name));
  }
  syncFolder(folder);
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.sync();
  await handle.close();
}
