/**
 * Batch commands for many devices. Nothing is switched here: the batch command and its devices are
 * written together with an entry in the operation log, and each device then passes the single
 * command gate in its own step (`run-batch-commands.ts`). An error that concerns the list as a whole
 * rejects the whole list.
 */
import { createHash } from 'node:crypto';
import { type EntryStatus, LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, type Refused, refused } from '@busbar/domain/refusal';
import { BATCH_LIFE_MS } from '@busbar/domain/switch/control-pace';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { Caller } from '../../../caller.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { stepUp } from '../../identity/passwords/step-up.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { lockPair, lockUser } from '../../shared/lock-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { isCommandId } from '../../shared/uuid-text.ts';
import { endCommand } from '../commands/command-expiry.ts';
import {
  type BatchCommandDevice,
  type BatchCommandRow,
  batchCommandInScope,
  cancelWaiting,
  devicesOfBatchCommand,
  insertBatchCommand,
  repeatDevices,
} from './batch-command-queries.ts';
import { listOverLimit } from './batch-limits.ts';
import { earlierBatchCommand } from './earlier-batch-command.ts';
import { type ListedDevice, listedDevices } from './listed-devices.ts';
import { endIdleBatches } from './step-queries.ts';

export interface BatchCommandRequest {
  /** Device ids or codes, exactly as the caller sent them. */
  readonly devices: readonly (string | number)[];
  readonly command: SwitchCommand;
  /** Reason of a lock; `until` is its expected end, epoch ms. */
  readonly reason?: string | undefined;
  readonly until?: number | undefined;
  readonly password?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Name of the API call that submitted the batch command. */
  readonly source: string;
  /** Project that the lamp groups belong to. */
  readonly projectId?: number | undefined;
}

export interface BatchCommandProgress {
  readonly batch: BatchCommandRow;
  readonly devices: readonly BatchCommandDevice[];
}

type Started = Outcome<{ readonly batchCommandId: string }>;

export async function startBatchCommand(
  ctx: Context,
  caller: Caller,
  request: BatchCommandRequest,
): Promise<Started> {
  const password = await stepUp(ctx, caller, request.password);
  return ctx.database.transaction(async (trx): Promise<Started> => {
    // The lock on the user makes limits count exactly and repeated requests find the first one.
    await lockUser(trx, caller);
    const now = await readDatabaseTime(ctx, trx);
    const requestHash = hashOf(request);
    const earlier = await earlierBatchCommand(
      trx,
      caller,
      request.idempotencyKey,
      requestHash,
      now,
    );
    const listed = await listedDevices(trx, caller, request.devices);
    const devices = listed.ok ? listed.value : [];
    const logEntry = line(trx, caller, 'group order', now, {
      source: request.source,
      order: request.command,
      devices: devices.length,
      ...(request.reason === undefined ? {} : { reason: request.reason }),
      ...(request.until === undefined ? {} : { until: request.until }),
      ...(request.projectId === undefined ? {} : { project: request.projectId }),
    });
    if (earlier?.ok) return earlier;
    if (earlier !== undefined) return logEntry.refused(earlier);
    if (!listed.ok) return logEntry.refused(listed);
    const validated = await validateList(ctx, trx, caller, devices, password, now);
    if (!validated.ok) return logEntry.refused(validated);
    const batchCommandId = uuidV7(ctx.clock, ctx.random);
    await insertBatchCommand(
      trx,
      caller,
      {
        batchCommandId,
        command: request.command,
        reason: request.reason,
        until: request.until,
        steppedUp: validated.value,
        idempotencyKey: request.idempotencyKey,
        requestHash,
        projectId: request.projectId,
        createdAt: now,
        endsAt: now + BATCH_LIFE_MS,
      },
      devices,
    );
    await logEntry.done(batchCommandId, validated.value);
    return done({ batchCommandId });
  });
}

/**
 * Repeats a batch command for the devices that were refused or not switched; refused while devices
 * are still waiting.
 */
export async function repeatBatchCommand(
  ctx: Context,
  caller: Caller,
  batchCommandId: string,
  given: { readonly password?: string | undefined; readonly source: string },
): Promise<Outcome<BatchCommandProgress>> {
  if (!isCommandId(batchCommandId)) return refused('not-found');
  const password = await stepUp(ctx, caller, given.password);
  const outcome = await ctx.database.transaction(async (trx): Promise<Started> => {
    await lockUser(trx, caller);
    const batch = await batchCommandInScope(trx, caller, batchCommandId, true);
    if (batch === undefined) return refused('not-found');
    const now = await readDatabaseTime(ctx, trx);
    const devices = await devicesOfBatchCommand(trx, caller, batchCommandId);
    const failed = devices.filter(hasFailed);
    const logEntry = line(trx, caller, 'repeat group order', now, {
      source: given.source,
      order: batch.command,
      devices: failed.length,
    });
    if (batch.endedAt === null) return logEntry.refused(refused('control-busy'));
    if (failed.length === 0) return logEntry.refused(refused('command-ended'));
    const validated = await validateList(ctx, trx, caller, failed, password, now);
    if (!validated.ok) return logEntry.refused(validated);
    await repeatDevices(trx, caller, batchCommandId, {
      deviceIds: failed.map(({ deviceId }) => deviceId),
      steppedUp: validated.value,
      endsAt: now + BATCH_LIFE_MS,
    });
    await logEntry.done(batchCommandId, validated.value);
    return done({ batchCommandId });
  });
  return outcome.ok ? findBatchCommand(ctx, caller, batchCommandId) : outcome;
}

/** Cancels all steps and commands of the batch command that have not been sent. */
export async function cancelBatchCommand(
  ctx: Context,
  caller: Caller,
  batchCommandId: string,
): Promise<Outcome<BatchCommandProgress>> {
  if (!isCommandId(batchCommandId)) return refused('not-found');
  const { customerId } = caller;
  const outcome = await ctx.database.transaction(async (trx) => {
    // The lock ensures that no step of the customer is running and that none begins before the
    // commit.
    await lockPair(trx, 'batchSteps', customerId);
    const batch = await batchCommandInScope(trx, caller, batchCommandId);
    if (batch === undefined) return refused('not-found');
    const waiting = await cancelWaiting(trx, customerId, batchCommandId, 'cancelled-by-user');
    if (waiting === 0) return refused('command-ended');
    const now = await readDatabaseTime(ctx, trx);
    await endIdleBatches(trx, customerId, now);
    const logEntry = line(trx, caller, 'cancel group order', now, {
      order: batch.command,
      devices: waiting,
    });
    await logEntry.done(batchCommandId, false);
    return done(batch);
  });
  if (!outcome.ok) return outcome;
  for (const device of await devicesOfBatchCommand(ctx.database.db, caller, batchCommandId)) {
    if (device.commandId === null || device.commandState !== 'queued') continue;
    await endCommand(ctx, {
      customerId,
      commandId: device.commandId,
      from: ['queued'],
      to: 'cancelled',
      reason: 'cancelled-by-user',
    });
  }
  return findBatchCommand(ctx, caller, batchCommandId);
}

export async function findBatchCommand(
  ctx: Context,
  caller: Caller,
  batchCommandId: string,
): Promise<Outcome<BatchCommandProgress>> {
  if (!isCommandId(batchCommandId)) return refused('not-found');
  const { db } = ctx.database;
  const batch = await batchCommandInScope(db, caller, batchCommandId);
  if (batch === undefined) return refused('not-found');
  return done({ batch, devices: await devicesOfBatchCommand(db, caller, batchCommandId) });
}

/**
 * True if the command was refused, never sent, or rejected by the device: it was provably not
 * executed, and no user cancelled it.
 */
function hasFailed({ state, commandState }: BatchCommandDevice): boolean {
  if (state === 'refused' || state === 'expired') return true;
  return state === 'ordered' && (commandState === 'rejected' || commandState === 'expired');
}

/** Returns true if the password was given; it then covers the whole list. */
async function validateList(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  devices: readonly ListedDevice[],
  password: Outcome<boolean>,
  now: number,
): Promise<Outcome<boolean>> {
  if (!password.ok || password.value) return password;
  const refusal = await listOverLimit(ctx, trx, caller, devices, now);
  return refusal === null ? password : refused(refusal);
}

function hashOf({ devices, command, reason, until }: BatchCommandRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([devices, command, reason ?? null, until ?? null]))
    .digest();
}

/** Writes the operation log entry of the whole batch command; each device has its own entries. */
function line(
  trx: Executor,
  caller: Caller,
  command: LogCommand,
  now: number,
  detail: Readonly<Record<string, unknown>>,
) {
  const write = (status: EntryStatus, more: object) =>
    writeLog(trx, caller, {
      at: now,
      module: LOG_MODULES.remoteControl,
      command,
      status,
      detail: { ...detail, ...more },
    });
  return {
    done: (batchCommandId: string, steppedUp: boolean) =>
      write('done', { groupOrder: batchCommandId, ...(steppedUp ? { password: 'given' } : {}) }),
    async refused(outcome: Refused): Promise<Refused> {
      await write(`refused:${outcome.refusal}`, {});
      return outcome;
    },
  };
}
