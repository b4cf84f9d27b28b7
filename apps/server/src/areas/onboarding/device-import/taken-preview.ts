/**
 * A preview claimed for downloading its secrets, which are delivered once. The file name shows the
 * claim to every process that uses the data folder; the access time of the file is the heartbeat of
 * the process that responds (the modification time determines when the preview expires). Claims of
 * a killed process are released: immediately if it was the only process, otherwise when its
 * heartbeat expires.
 */
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../../context.ts';
import {
  ACCEPTED,
  ignoreAbsent,
  importsFolder,
  type Owner,
  previewPath,
  readPreview,
  type StoredPreview,
} from './preview-files.ts';

/** File name suffixes: being sent; sent, with the connection still monitored; being released. */
const TAKEN = '.taken';
const SENT = '.sent';
const CLAIM = '.claim';
const RENEW_EVERY_MS = 10_000;
/** A process that has not renewed its claim for this long is considered dead. */
const DEAD_AFTER_MS = 30_000;

/** An exclusive claim on a preview. */
export interface TakenPreview {
  readonly preview: StoredPreview;
  /** Records that the response was sent completely; from now on it counts as downloaded. */
  sent(): Promise<void>;
  /** Releases the claim if the response did not arrive; the secrets stay available until expiry. */
  giveBack(): Promise<void>;
  /** Deletes the preview because the response arrived. */
  forget(): Promise<void>;
}

/**
 * Only one of several concurrent requests gets the preview; `under-way` means that another request
 * is being answered.
 */
export async function takePreview(
  ctx: Context,
  owner: Owner,
  importId: string,
): Promise<TakenPreview | 'under-way' | undefined> {
  const path = previewPath(ctx, owner, importId);
  const taken = `${path}${TAKEN}`;
  await putBackOfDead(ctx, path, DEAD_AFTER_MS);
  // Renewed before the claim, so that a claim is never visible with an expired heartbeat.
  await renew(ctx, path);
  // Only one of several concurrent renames finds the file.
  if (!(await move(path, taken))) {
    return (await stat(taken).catch(ignoreAbsent)) === undefined ? undefined : 'under-way';
  }
  const preview = await readPreview(ctx, taken);
  if (preview === undefined) {
    await rm(taken, { force: true });
    return undefined;
  }
  // Renewed again, because reading has set the access time by the clock of the disk.
  await renew(ctx, taken);
  return { preview, ...holding(ctx, path) };
}

function holding(ctx: Context, path: string): Omit<TakenPreview, 'preview'> {
  const taken = `${path}${TAKEN}`;
  const sent = `${path}${SENT}`;
  let sending: Promise<unknown> | undefined;
  const stopRenewing = ctx.clock.every(RENEW_EVERY_MS, () => {
    renew(ctx, taken).catch((err: unknown) =>
      ctx.log.warn({ err }, 'the claim on the secrets of an import could not be renewed'),
    );
  });
  return {
    async sent() {
      stopRenewing();
      sending = move(taken, sent);
      await sending;
    },
    async giveBack() {
      stopRenewing();
      await sending;
      await move(sending === undefined ? taken : sent, path);
    },
    async forget() {
      stopRenewing();
      await sending;
      await rm(sending === undefined ? taken : sent, { force: true });
      await rm(`${path}${ACCEPTED}`, { force: true });
    },
  };
}

/**
 * Releases claims of dead processes; runs before the first request is served. The embedded database
 * has one process at a time; with a database server another process may be sending.
 */
export async function restoreClaimedPreviews(ctx: Context): Promise<void> {
  const deadAfterMs = ctx.database.isExclusive ? 0 : DEAD_AFTER_MS;
  const folder = importsFolder(ctx);
  const names = (await readdir(folder).catch(ignoreAbsent)) ?? [];
  for (const name of names.filter((one) => one.endsWith(TAKEN))) {
    await putBackOfDead(ctx, join(folder, name.slice(0, -TAKEN.length)), deadAfterMs);
  }
}

/**
 * Only one process at a time checks and moves the file; otherwise it could move a file that another
 * process has claimed again in between.
 */
async function putBackOfDead(ctx: Context, path: string, deadAfterMs: number): Promise<void> {
  const taken = `${path}${TAKEN}`;
  const isOfDead = async () => {
    const found = await stat(taken).catch(ignoreAbsent);
    return found !== undefined && ctx.clock.now() - found.atimeMs >= deadAfterMs;
  };
  if (!(await isOfDead())) return;
  const claim = `${path}${CLAIM}`;
  const file = await open(claim, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  });
  if (file === undefined) return;
  try {
    if (await isOfDead()) await move(taken, path);
  } finally {
    await file.close();
    await rm(claim, { force: true });
  }
}

async function renew(ctx: Context, path: string): Promise<void> {
  const found = await stat(path).catch(ignoreAbsent);
  if (found === undefined) return;
  await utimes(path, ctx.clock.now() / 1000, found.mtimeMs / 1000).catch(ignoreAbsent);
}

/** Returns false if there is no such file. */
async function move(from: string, to: string): Promise<boolean> {
  return (await rename(from, to).then(() => true, ignoreAbsent)) ?? false;
}
