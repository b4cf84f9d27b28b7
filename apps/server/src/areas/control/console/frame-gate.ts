/**
 * Gate that a frame passes before it is sent: the same locks on users and devices, the same
 * interlocks, presence check, rate limit and log as for a switch command, because a frame can do
 * everything a command can. All of it applies to the device that the frame addresses, which can be a
 * slave of the one that carries it. Command, history and log entry are one transaction; a refused
 * attempt is logged too.
 */

import { addressesOfFrame } from '@busbar/device-protocol/frame/names/frame-addresses';
import { withoutPasswords } from '@busbar/device-protocol/frame/names/frame-passwords';
import { done, type Outcome, type Refusal, refused } from '@busbar/domain/refusal';
import { carriesFrames, type FrameEffect } from '@busbar/domain/switch/frame-interlock';
import { frameTarget } from '@busbar/domain/switch/frame-target';
import type { Caller } from '../../../caller.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { lineDevices } from '../../fleet/serial-lines/line-device-queries.ts';
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
import type { FrameRequest } from './frame-request.ts';
import { logFrame } from './log-frame.ts';

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
  const { deviceId: carrierId } = (await findDevice(trx, caller, request.device)) ?? {};
  if (carrierId === undefined) return refuse(ctx, trx, caller, request, 'not-found');
  const lineIds = (await lineDevices(trx, caller, carrierId)).map(({ deviceId }) => deviceId);
  await lockForCommand(trx, caller.customerId, caller.userId, [carrierId, ...lineIds]);
  const carrier = await findTarget(ctx, trx, caller, carrierId);
  if (carrier === undefined) return refuse(ctx, trx, caller, request, 'not-found');
  if (effect === undefined || bytes === undefined) {
    return refuse(ctx, trx, caller, request, 'frame-invalid', carrier);
  }
  if (carrier.protocol !== 'busbar' || !carriesFrames(carrier.kind)) {
    return refuse(ctx, trx, caller, request, 'order-not-supported', carrier);
  }
  // Read again under the lock: a slave that was added or got another station before it counts.
  const devices = await lineDevices(trx, caller, carrierId);
  const addresses = addressesOfFrame(bytes);
  const addressed = frameTarget({ effect, addresses, carrierId, devices });
  if (!addressed.ok) {
    const known = addressed.refusal === 'not-found' ? undefined : carrier;
    return refuse(ctx, trx, caller, request, addressed.refusal, known);
  }
  if (effect !== 'read') await lockGroups(ctx, trx, caller, [addressed.value]);
  const target = await findTarget(ctx, trx, caller, addressed.value);
  if (target === undefined) return refuse(ctx, trx, caller, request, 'not-found');
  const line = { carrier, deviceIds: devices.map(({ deviceId }) => deviceId) };
  const refusal = await frameRefusal(ctx, trx, caller, { ...request, effect }, target, line);
  if (refusal !== null) return refuse(ctx, trx, caller, request, refusal, target);
  const command = commandOf(ctx, request, bytes, effect, target);
  await insertCommand(trx, caller, command);
  await insertFrame(trx, caller, { command, effect, hex: withoutPasswords(bytes) });
  await logFrame(ctx, trx, caller, request, 'queued', target, command.commandId);
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
  await logFrame(ctx, trx, caller, request, `refused:${refusal}`, target, null);
  const field = refusal === 'frame-invalid' ? 'send_code' : undefined;
  const wrongPassword = !request.stepUp.ok && request.stepUp.refusal === refusal;
  return { outcome: wrongPassword ? request.stepUp : refused(refusal, field) };
}
