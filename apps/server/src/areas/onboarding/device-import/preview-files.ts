/**
 * Pending previews, stored for one hour as files in the data folder, named by user and hash of the
 * preview id. The id itself is never stored, because it gives access to the preview and the secrets
 * of the devices are derived from it; so no disk or backup can reveal them.
 */
import { createHash, createHmac } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportRow } from '@busbar/domain/device-import/read-table';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';

export const PREVIEW_MS = 3_600_000;
/** Max number of previews per user that were not accepted; the oldest are deleted first. */
const MAX_PREVIEWS = 10;
/** Owner only: the files contain data that only the customer's users may see. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const PREVIEW = '.json';

export interface StoredPreview {
  readonly format: 'csv' | 'xlsx';
  readonly rows: readonly ImportRow[];
  readonly passedOver: readonly string[];
  readonly examples: number;
  /** Hash of the planned devices; a different hash means that the preview is outdated. */
  readonly plan: string;
}

export type Owner = Pick<Caller, 'customerId' | 'userId'>;

export function importsFolder(ctx: Context): string {
  return join(ctx.config.dataDir, 'imports');
}

/** Identifies the import in the operation log without granting access to it. */
export function importMark(importId: string): string {
  return createHash('sha256').update(importId).digest('hex');
}

export function previewPath(ctx: Context, { customerId, userId }: Owner, importId: string): string {
  return join(importsFolder(ctx), `${customerId}-${userId}-${importMark(importId)}${PREVIEW}`);
}

/**
 * Derives the secret of an imported device, which is indistinguishable from random without the
 * import id. Never begins with a dash, which a spreadsheet would interpret as a formula.
 */
export function importedSecret(importId: string, code: string): string {
  for (let attempt = 0; ; attempt += 1) {
    const secret = createHmac('sha256', Buffer.from(importId, 'base64url'))
      .update(`device secret ${attempt} ${code}`)
      .digest('base64url');
    if (!secret.startsWith('-')) return secret;
  }
}

export async function storePreview(
  ctx: Context,
  owner: Owner,
  importId: string,
  preview: StoredPreview,
): Promise<void> {
  const folder = importsFolder(ctx);
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  const path = previewPath(ctx, owner, importId);
  const part = `${path}.part`;
  const file = await open(part, 'wx', FILE_MODE);
  try {
    await file.writeFile(JSON.stringify(preview));
    await file.close();
    await rename(part, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
  await renewPreview(ctx, owner, importId);
  await dropOldest(ctx, owner);
}

/** Ending of the empty file that marks an accepted preview. */
export const ACCEPTED = '.accepted';

/**
 * Restarts the hour of a preview that was accepted. Newer previews no longer displace it, because the
 * secrets of its devices cannot be derived without it.
 */
export async function retainAccepted(ctx: Context, owner: Owner, importId: string): Promise<void> {
  const path = previewPath(ctx, owner, importId);
  const file = await open(`${path}${ACCEPTED}`, 'w', FILE_MODE);
  await file.close();
  const seconds = ctx.clock.now() / 1000;
  await utimes(`${path}${ACCEPTED}`, seconds, seconds);
  await renewPreview(ctx, owner, importId);
}

/** Sets the file time to the server's clock, which restarts the hour until the preview expires. */
async function renewPreview(ctx: Context, owner: Owner, importId: string): Promise<void> {
  const seconds = ctx.clock.now() / 1000;
  await utimes(previewPath(ctx, owner, importId), seconds, seconds).catch(ignoreAbsent);
}

/** Returns undefined if this user has no such preview or it has expired. */
export async function findPreview(
  ctx: Context,
  owner: Owner,
  importId: string,
): Promise<StoredPreview | undefined> {
  return readPreview(ctx, previewPath(ctx, owner, importId));
}

export async function readPreview(ctx: Context, path: string): Promise<StoredPreview | undefined> {
  try {
    const { mtimeMs } = await stat(path);
    if (ctx.clock.now() - mtimeMs >= PREVIEW_MS) return undefined;
    return JSON.parse(await readFile(path, 'utf8')) as StoredPreview;
  } catch (error) {
    return ignoreAbsent(error);
  }
}

export async function dropPreview(ctx: Context, owner: Owner, importId: string): Promise<void> {
  await rm(previewPath(ctx, owner, importId), { force: true });
}

interface PreviewFile {
  readonly name: string;
  readonly path: string;
  readonly at: number;
}

async function listStored(ctx: Context): Promise<PreviewFile[]> {
  const folder = importsFolder(ctx);
  const names = (await readdir(folder).catch(ignoreAbsent)) ?? [];
  const stored: PreviewFile[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(ignoreAbsent);
    if (found !== undefined) stored.push({ name, path, at: found.mtimeMs });
  }
  return stored;
}

async function dropOldest(ctx: Context, { customerId, userId }: Owner): Promise<void> {
  const stored = await listStored(ctx);
  const names = new Set(stored.map(({ name }) => name));
  const own = stored
    .filter(({ name }) => name.startsWith(`${customerId}-${userId}-`) && name.endsWith(PREVIEW))
    .filter(({ name }) => !names.has(`${name}${ACCEPTED}`))
    .sort((a, b) => b.at - a.at);
  for (const { path } of own.slice(MAX_PREVIEWS)) await rm(path, { force: true });
}

/** Deletes expired previews and partial files of killed processes. */
export async function purgeImports(ctx: Context): Promise<void> {
  for (const { path, at } of await listStored(ctx)) {
    if (ctx.clock.now() - at >= PREVIEW_MS) await rm(path, { force: true });
  }
}

export function ignoreAbsent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}
