/**
 * Imports many devices from one file: preview, acceptance, download of the secrets. Nothing is
 * written before the preview is accepted; then either all devices are written, in one transaction
 * that validates the rows again, or none. The audit event written in the same transaction proves
 * that the import was done.
 */
import { createHash } from 'node:crypto';
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import {
  type Judgement,
  type PlannedDevice,
  validateRows,
} from '@busbar/domain/device-import/validate-rows';
import { done, type Outcome, type Refused, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { mayAddDevices } from '../../fleet/devices/add-device.ts';
import { lockAllGatewayCodes } from '../../fleet/devices/device-queries.ts';
import { publishDeviceChange, publishIssuedSecret } from '../../fleet/groups/device-changed.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { randomSecret, sha256 } from '../../shared/secrets/session-secret.ts';
import { importReader } from '../import-files/import-reader.ts';
import type { ImportFile } from '../import-files/read-import-file.ts';
import { type WrittenDevice, writeDevices } from './device-write-queries.ts';
import { acceptedDevices, secretHashes } from './import-queries.ts';
import {
  dropPreview,
  findPreview,
  importedSecret,
  importMark,
  PREVIEW_MS,
  retainAccepted,
  type StoredPreview,
  storePreview,
} from './preview-files.ts';
import { lockNames, readStock } from './stock-queries.ts';
import { type TakenPreview, takePreview } from './taken-preview.ts';

export interface ImportPreview extends Judgement {
  readonly file: ImportFile;
  /** Undefined while the file has problems, because there is nothing to accept. */
  readonly stored?: { readonly importId: string; readonly expiresAt: number };
  /** Names of the devices' types, groups and rates, keyed by id. */
  readonly names: Readonly<Record<'types' | 'groups' | 'rates', ReadonlyMap<number, string>>>;
}

export async function previewImport(
  ctx: Context,
  caller: Caller,
  content: string,
): Promise<Outcome<ImportPreview>> {
  const file = await importReader.read(content, caller.customerId);
  return file.ok ? previewOf(ctx, caller, file.value) : file;
}

async function previewOf(
  ctx: Context,
  caller: Caller,
  file: ImportFile,
): Promise<Outcome<ImportPreview>> {
  const { db } = ctx.database;
  const room = await mayAddDevices(db, caller, file.rows.length);
  if (!room.ok) return room;
  const stock = await readStock(db, caller, file.rows);
  const judgement = validateRows(file.rows, stock);
  const names = {
    types: new Map(stock.types.map(({ id, name }) => [id, name])),
    groups: new Map(stock.groups.map(({ id, names: path }) => [id, path.join(' / ')])),
    rates: new Map(stock.rates.map(({ id, name }) => [id, name])),
  };
  const preview = { ...judgement, file, names };
  if (judgement.problems.length > 0) return done(preview);
  const importId = randomSecret(ctx.random);
  await storePreview(ctx, caller, importId, { ...file, plan: planOf(judgement.devices) });
  return done({ ...preview, stored: { importId, expiresAt: ctx.clock.now() + PREVIEW_MS } });
}

function planOf(devices: readonly PlannedDevice[]): string {
  return createHash('sha256').update(JSON.stringify(devices)).digest('base64url');
}

export interface Accepted {
  readonly registered: number;
  readonly repeated: boolean;
}

/** The current data no longer matches the preview; `now` is the new preview. */
export interface Changed extends Refused {
  readonly now: Outcome<ImportPreview>;
}

/** A code may be taken between validation and commit; the next attempt then reports that code. */
const TRIES = 3;
const UNIQUE_VIOLATION = '23505';

export async function acceptImport(
  ctx: Context,
  caller: Caller,
  importId: string,
): Promise<Outcome<Accepted> | Changed> {
  const before = await acceptedDevices(ctx, ctx.database.db, caller, importId);
  if (before !== undefined) return done({ registered: before, repeated: true });
  const preview = await findPreview(ctx, caller, importId);
  if (preview === undefined) return refused('not-found');
  const outcome = await tryToWrite(ctx, caller, importId, preview);
  if (outcome.ok) {
    await retainAccepted(ctx, caller, importId);
    publishNew(ctx, caller.customerId, importId, outcome.value.written);
    return done({
      registered: outcome.value.registered,
      repeated: outcome.value.written.length === 0,
    });
  }
  if (outcome.refusal !== 'import-changed') return outcome;
  await dropPreview(ctx, caller, importId);
  return { ...outcome, now: await previewOf(ctx, caller, preview) };
}

interface Written {
  readonly registered: number;
  /** Empty if a concurrent acceptance of the same preview came first. */
  readonly written: readonly WrittenDevice[];
}

async function tryToWrite(
  ctx: Context,
  caller: Caller,
  importId: string,
  preview: StoredPreview,
): Promise<Outcome<Written>> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ctx.database.transaction((trx) => acceptIn(ctx, trx, caller, importId, preview));
    } catch (error) {
      const isDuplicate = (error as { code?: unknown }).code === UNIQUE_VIOLATION;
      if (!isDuplicate || attempt === TRIES) throw error;
    }
  }
}

async function acceptIn(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  importId: string,
  { rows, plan }: StoredPreview,
): Promise<Outcome<Written>> {
  // Also serializes two acceptances of one preview.
  await lockAllGatewayCodes(trx);
  const before = await acceptedDevices(ctx, trx, caller, importId);
  if (before !== undefined) return done({ registered: before, written: [] });
  await lockNames(trx, caller);
  const room = await mayAddDevices(trx, caller, rows.length);
  if (!room.ok) return room;
  const stock = await readStock(trx, caller, rows);
  const { devices, problems } = validateRows(rows, stock);
  if (problems.length > 0 || planOf(devices) !== plan) return refused('import-changed');
  const written = await writeDevices(ctx, trx, caller, devices, { stock, importId });
  await writeLog(trx, caller, {
    at: ctx.clock.now(),
    module: LOG_MODULES.deviceInformation,
    command: 'import',
    detail: { import: importMark(importId), devices: written.length },
  });
  return done({ registered: written.length, written });
}

/** Devices are published to gateways in batches, because each is also sent to other processes. */
const PROGRESS_STEP = 100;
const PROGRESS_EVERY_MS = 100;

function publishNew(
  ctx: Context,
  customerId: number,
  importId: string,
  written: readonly WrittenDevice[],
): void {
  const [now, later] = [written.slice(0, PROGRESS_STEP), written.slice(PROGRESS_STEP)];
  for (const device of now) {
    publishDeviceChange(ctx, customerId, device, false);
    if (!device.hasSecret) continue;
    publishIssuedSecret(ctx, device.deviceCode, importedSecret(importId, device.deviceCode));
  }
  if (later.length === 0) return;
  ctx.clock.after(PROGRESS_EVERY_MS, () => publishNew(ctx, customerId, importId, later));
}

export interface DeviceSecretRow {
  readonly code: string;
  readonly name: string;
  readonly secret: string;
}

export interface TakenSecrets extends Omit<TakenPreview, 'preview'> {
  readonly rows: readonly DeviceSecretRow[];
}

/**
 * Returns the secrets of the imported devices, once, to the user who accepted the import: without
 * devices that the user no longer sees, and without secrets that were replaced. The caller must report how the delivery ended; an incomplete delivery does not count.
 */
export async function takeSecrets(
  ctx: Context,
  caller: Caller,
  importId: string,
): Promise<Outcome<TakenSecrets>> {
  const accepted = await acceptedDevices(ctx, ctx.database.db, caller, importId);
  if (accepted === undefined) return refused('not-found');
  const taken = await takePreview(ctx, caller, importId);
  if (taken === undefined) return refused('import-secrets-gone');
  if (taken === 'under-way') return refused('import-secrets-under-way');
  const { preview, ...delivery } = taken;
  try {
    const codes = preview.rows.map(({ code }) => code);
    const hashes = await secretHashes(ctx.database.db, caller, codes);
    const rows = preview.rows
      .map(({ code, name }) => ({ code, name, secret: importedSecret(importId, code) }))
      .filter(({ code, secret }) => hashes.get(code)?.equals(sha256(secret)) === true);
    if (rows.length > 0) return done({ ...delivery, rows });
    await delivery.giveBack();
    return refused('import-secrets-gone');
  } catch (error) {
    await delivery.giveBack();
    throw error;
  }
}
