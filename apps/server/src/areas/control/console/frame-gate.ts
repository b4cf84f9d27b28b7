/**
 * Gate that a frame passes before it is sent: the same locks on users and devices, the same
 * interlocks, presence check, rate limit and log as for a switch command, because a frame can do
 * everything a command can. Command, history and log entry are one transaction; a refused attempt
 * is logged too.
 */

import { withoutPasswords } from '@busbar/device-protocol/frame/names/frame-passwords';
import { type EntryStatus, LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, type Refusal, refused } from '@busbar/domain/refusal';
import type { FrameEffect } from '@busbar/domain/switch/frame-interlock';
import type { Caller } from '../../../caller.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { announce } from '../commands/announce.ts';
import { insertCommand, type NewCommand } from '../commands/command-queries.ts';
import {
  type ControlTarget,
  findTarget,
  lockForCommand,
} from '../commands/control-target-queries.ts';
import { requestHash } from '../commands/idempotency.ts';
import { lockGroups } from '../gate/control-limits.ts';
import { STEPPED_UP } from '../gate/gate-queries.ts';
import { insertFrame } from './frame-queries.ts';
import { frameRefusal } from './frame-refusal.ts';

interface FrameRequest {
  /** Id or code of the device. */
  readonly device: string | number;
  /** Bytes of the entered text; undefined if the text is not hexadecimal. */
  readonly bytes: Uint8Array | undefined;
  readonly hex: string;
  /** Effect of the request frame; undefined if the bytes are not one complete request frame. */
  readonly effect: FrameEffect | undefined;
  readonly confirmed: boolean;
  /** Result of the password check: true if the password was given, or the refusal. */
  readonly stepUp: Outcome<boolean>;
  readonly source: string;
}

export interface SubmittedFrame {
  readonly outcome: Outcome<NewCommand>;
  /** Publishes the accepted frame; must be called after the commit. */
  readonly publish?: () => void;
}

export async function submitFrame(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  request: FrameRequest,
): Promise<SubmittedFrame> {
  const { effect, bytes } = request;
  const { deviceId } = (await findDevice(trx, caller, request.device)) ?? {};
  if (deviceId === undefined) return refuse(ctx, trx, caller, request, 'not-found');
  await lockForCommand(trx, caller.customerId, caller.userId, [deviceId]);
  if (effect !== 'read') await lockGroups(ctx, trx, caller, [deviceId]);
  const target = await findTarget(ctx, trx, caller, deviceId);
  if (target === undefined) return refuse(ctx, trx, caller, request, 'not-found');
  if (effect === undefined || bytes === undefined) {
    return refuse(ctx, trx, caller, request, 'frame-invalid', target);
  }
  const refusal = await frameRefusal(ctx, trx, caller, { ...request, effect }, target);
  if (refusal !== null) return refuse(ctx, trx, caller, request, refusal, target);
  const command = commandOf(ctx, request, bytes, effect, target);
  await insertCommand(trx, caller, command);
  await insertFrame(trx, caller, { command, effect, hex: withoutPasswords(bytes) });
  await log(ctx, trx, caller, request, 'queued', target, command.commandId);
  return {
    outcome: done(command),
    publish: () => announce(ctx, caller, [{ command, target }]),
  };
}

function commandOf(
  ctx: Context,
  { hex, source, stepUp }: FrameRequest,
  bytes: Uint8Array,
  effect: FrameEffect,
  target: ControlTarget,
): NewCommand {
  return {
    commandId: uuidV7(ctx.clock, ctx.random),
    deviceId: target.deviceId,
    linkDeviceCode: target.linkDeviceCode,
    kind: 'frame',
    // A frame is confirmed by the reply, not by a switch report, so it has no switch command.
    switchCommand: null,
    // The masked text replaces `hex` when the command ends (`command-transition-queries.ts`).
    args: { hex, effect, masked: withoutPasswords(bytes) },
    source: source + (effect !== 'read' && stepUp.ok && stepUp.value ? STEPPED_UP : ''),
    idempotencyKey: undefined,
    requestHash: requestHash(target.deviceId, { command: `frame ${hex}` }),
    beforeAction: target.action,
    createdAt: target.readAt,
    expiresAt: target.readAt + ctx.config.commandTtlS * 1000,
  };
}

async function refuse(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  request: FrameRequest,
  refusal: Refusal,
  target?: ControlTarget,
): Promise<SubmittedFrame> {
  await log(ctx, trx, caller, request, `refused:${refusal}`, target, null);
  const field = refusal === 'frame-invalid' ? 'send_code' : undefined;
  const wrongPassword = !request.stepUp.ok && request.stepUp.refusal === refusal;
  return { outcome: wrongPassword ? request.stepUp : refused(refusal, field) };
}

/** Logs the attempt; a contact-switching frame is logged as a switch command, under its effect. */
async function log(
  ctx: Context,
  trx: Executor,
  caller: Caller,
  { source, effect, bytes, stepUp }: FrameRequest,
  status: EntryStatus,
  target: ControlTarget | undefined,
  commandId: string | null,
): Promise<void> {
  const moves = effect === 'open' || effect === 'close';
  await writeLog(trx, caller, {
    at: target?.readAt ?? (await readDatabaseTime(ctx, trx)),
    module: moves ? LOG_MODULES.remoteControl : LOG_MODULES.console,
    command: moves ? effect : effect === 'read' ? 'frame read' : 'frame write',
    status,
    device: target,
    commandId,
    detail: {
      source,
      ...(target === undefined ? {} : { presence: target.presence }),
      ...(target?.action === undefined ? {} : { before: target.action }),
      ...(target === undefined || bytes === undefined ? {} : { frame: withoutPasswords(bytes) }),
      ...(stepUp.ok && stepUp.value ? { password: 'given' } : {}),
    },
  });
}
