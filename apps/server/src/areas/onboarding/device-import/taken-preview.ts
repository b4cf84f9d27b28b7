/**
 * A preview in the hands of one who fetches its secrets, which are given out once. The name of the
 * file says so to every process on the data folder; its access time says when the process that
 * answers was last alive (the time of change is that of the preview's own hour). What a killed
 * process had taken is put back: where it was the only one at once, else when it was silent for long.
 */
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../../context.ts';
import {
  ignoreAbsent,
  importsFolder,
  type KeptPreview,
  type Owner,
  previewPath,
  readPreview,
} from './preview-files.ts';

/** Ends of names: being sent; sent, and the connection is still watched; being put back. */
const TAKEN = '.taken';
const SENT = '.sent';
const CLAIM = '.claim';
const RENEW_EVERY_MS = 10_000;
/** A process that did not renew what it holds for so long is dead. */
const DEAD_AFTER_MS = 30_000;

/** Nobody else gets it meanwhile. */
export interface TakenPreview {
  readonly preview: KeptPreview;
  /** The answer went out whole: from now on it counts as fetched. */
  sent(): Promise<void>;
  /** The answer did not arrive: until its hour is over it can be asked for again. */
  giveBack(): Promise<void>;
  /** It did arrive. */
  forget(): Promise<void>;
}

/** Of several that ask at a time one gets it; `under-way`: somebody is being answered just now. */
export async function takePreview(
  ctx: Context,
  owner: Owner,
  importId: string,
): Promise<TakenPreview | 'under-way' | undefined> {
  const path = previewPath(ctx, owner, importId);
  const taken = `${path}${TAKEN}`;
  await putBackOfDead(ctx, path, DEAD_AFTER_MS);
  // Before it is taken, so that it is never seen taken and silent.
  await renew(ctx, path);
  // Only one of several renames finds the file.
  if (!(await move(path, taken))) {
    return (await stat(taken).catch(ignoreAbsent)) === undefined ? undefined : 'under-way';
  }
  const preview = await readPreview(ctx, taken);
  if (preview === undefined) {
    await rm(taken, { force: true });
    return undefined;
  }
  // Reading counts as access too, by the clock of the disk.
  await renew(ctx, taken);
  return { preview, ...holding(ctx, path) };
}

function holding(ctx: Context, path: string): Omit<TakenPreview, 'preview'> {
  const taken = `${path}${TAKEN}`;
  const sent = `${path}${SENT}`;
  let sending: Promise<unknown> | undefined;
  const stopRenewing = ctx.clock.every(RENEW_EVERY_MS, () => {
    renew(ctx, taken).catch((err: unknown) =>
      ctx.log.warn({ err }, 'secrets of an import: what is being sent was not renewed'),
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
    },
  };
}

/**
 * Before the first call is served: what processes that are gone were sending. The embedded database
 * has one process at a time; on a server another may be sending just now.
 */
export async function putBackTaken(ctx: Context): Promise<void> {
  const deadAfterMs = ctx.database.isExclusive ? 0 : DEAD_AFTER_MS;
  const folder = importsFolder(ctx);
  const names = (await readdir(folder).catch(ignoreAbsent)) ?? [];
  for (const name of names.filter((one) => one.endsWith(TAKEN))) {
    await putBackOfDead(ctx, join(folder, name.slice(0, -TAKEN.length)), deadAfterMs);
  }
}

/** One at a time looks and moves, else it could move what another has taken anew in between. */
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

/** False: there is no such file. */
async function move(from: string, to: string): Promise<boolean> {
  return (await rename(from, to).then(() => true, ignoreAbsent)) ?? false;
}
