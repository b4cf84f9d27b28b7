/** Sends a frame through a device and waits for what comes back, at most until the command expires. */

import { orderOf } from '@busbar/device-protocol/frame/frame-order';
import { withPasswordsOf } from '@busbar/device-protocol/frame/frame-passwords';
import { hexOf, readHex } from '@busbar/device-protocol/frame/hex';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { isOpenCommandConflict } from '../control/open-command-conflict.ts';
import { stepUp } from '../control/step-up.ts';
import { awaitCommand } from './await-command.ts';
import { type OrderedFrame, orderFrame } from './frame-gate.ts';
import { type FrameRow, frameOfCommand } from './frame-repository.ts';

export interface SendRequest {
  readonly device: string | number;
  readonly code: string;
  readonly confirmed: boolean;
  readonly password: string | undefined;
  readonly source: string;
  /** Aborted when the client went away; the frame is sent all the same. */
  readonly signal: AbortSignal;
}

interface AnsweredFrame {
  readonly commandId: string;
  readonly send: Uint8Array;
  readonly receive: Uint8Array;
}

export async function sendFrame(
  ctx: Context,
  caller: Caller,
  request: SendRequest,
): Promise<Outcome<AnsweredFrame>> {
  const hex = readHex(request.code);
  const bytes = hex.ok ? hex.bytes : undefined;
  const ordered = await order(ctx, caller, request, bytes);
  if (!ordered.outcome.ok) return ordered.outcome;
  const { commandId, createdAt, expiresAt } = ordered.outcome.value;
  // Listening begins before the command is told of, so that no answer is quicker.
  const ended = awaitCommand(ctx, commandId, expiresAt - createdAt, request.signal);
  ordered.tell?.();
  await ended;
  const frame = await frameOfCommand(ctx.database.db, caller, commandId);
  return answerOf(frame, commandId, bytes ?? new Uint8Array());
}

async function order(
  ctx: Context,
  caller: Caller,
  request: SendRequest,
  bytes: Uint8Array | undefined,
): Promise<OrderedFrame> {
  const frame = {
    ...request,
    bytes,
    hex: bytes === undefined ? '' : hexOf(bytes),
    effect: bytes === undefined ? undefined : orderOf(bytes)?.effect,
    stepUp: await stepUp(ctx, caller, request.password),
  };
  try {
    return await ctx.database.transaction((trx) => orderFrame(ctx, trx, caller, frame));
  } catch (error) {
    if (!isOpenCommandConflict(error)) throw error;
    return { outcome: refused('control-busy') };
  }
}

function answerOf(
  frame: FrameRow | undefined,
  commandId: string,
  send: Uint8Array,
): Outcome<AnsweredFrame> {
  if (frame?.receiveHex != null) {
    const receive = readHex(withPasswordsOf(frame.receiveHex, send));
    if (receive.ok) return done({ commandId, send, receive: receive.bytes });
  }
  if (frame?.state === 'cancelled') return refused('command-ended');
  if (frame?.state !== 'rejected') return refused('frame-not-answered');
  if (frame.reason === 'device-offline') return refused('device-offline');
  return refused('frame-refused', undefined, frame.detail ?? undefined);
}
