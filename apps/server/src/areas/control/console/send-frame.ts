/**
 * Sends a frame through a device and waits for the response, for less time than the clients of
 * docs/specification/platform.md 4.3 wait. A frame that is still queued by then is cancelled, so
 * that none is sent after its user was notified of the failure; a late response to a sent frame is
 * stored in the history.
 */

import { hexOf, readHex } from '@busbar/device-protocol/frame/hex';
import { commandOfFrame } from '@busbar/device-protocol/frame/names/frame-command';
import { withPasswordsOf } from '@busbar/device-protocol/frame/names/frame-passwords';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { publishAll } from '../../../bus.ts';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { stepUp } from '../../identity/passwords/step-up.ts';
import { commandChanged } from '../commands/command-events.ts';
import { moveCommand } from '../commands/move-command.ts';
import { isOpenCommandConflict } from '../commands/open-command-conflict.ts';
import { awaitCommand } from './await-command.ts';
import { type SubmittedFrame, submitFrame } from './frame-gate.ts';
import { type FrameRow, frameOfCommand } from './frame-queries.ts';

/** Clients give up after 10 s (docs/specification/platform.md 4.3). */
const ANSWER_WITHIN_MS = 9_000;

export interface SendRequest {
  readonly device: string | number;
  readonly code: string;
  readonly confirmed: boolean;
  readonly password: string | undefined;
  readonly source: string;
  /** Aborted when the client disconnects; the frame is sent nevertheless. */
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
  const submitted = await submit(ctx, caller, request, bytes);
  if (!submitted.outcome.ok) return submitted.outcome;
  const { commandId, createdAt, expiresAt } = submitted.outcome.value;
  // Subscribes before the command is published, so that no reply can arrive unnoticed.
  const waitMs = Math.min(expiresAt - createdAt, ANSWER_WITHIN_MS);
  const ended = awaitCommand(ctx, commandId, waitMs, request.signal);
  submitted.publish?.();
  await ended;
  if (!request.signal.aborted && (await cancelQueued(ctx, caller, commandId))) {
    return refused('frame-not-sent');
  }
  const frame = await frameOfCommand(ctx.database.db, caller, commandId);
  return answerOf(frame, commandId, bytes ?? new Uint8Array());
}

/** Returns true if the frame was not sent and never will be. */
async function cancelQueued(ctx: Context, caller: Caller, commandId: string): Promise<boolean> {
  const moved = await moveCommand(ctx, ctx.database.db, {
    customerId: caller.customerId,
    commandId,
    from: ['queued'],
    to: 'cancelled',
    reason: 'not-sent',
  });
  if (moved === undefined) return false;
  publishAll(ctx.bus, [commandChanged(moved)]);
  return true;
}

async function submit(
  ctx: Context,
  caller: Caller,
  request: SendRequest,
  bytes: Uint8Array | undefined,
): Promise<SubmittedFrame> {
  const frame = {
    ...request,
    bytes,
    hex: bytes === undefined ? '' : hexOf(bytes),
    effect: bytes === undefined ? undefined : commandOfFrame(bytes)?.effect,
    stepUp: await stepUp(ctx, caller, request.password),
  };
  try {
    return await ctx.database.transaction((trx) => submitFrame(ctx, trx, caller, frame));
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
  if (frame.reason === 'device-offline' || frame.reason === 'order-not-supported') {
    return refused(frame.reason);
  }
  return refused('frame-refused', undefined, frame.detail ?? undefined);
}
