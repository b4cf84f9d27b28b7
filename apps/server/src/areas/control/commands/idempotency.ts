/**
 * Idempotency of commands: a repeated request with the same key returns the first response; a
 * different request with the same key is refused. Keys belong to a user and expire after 24 hours.
 */
import { createHash } from 'node:crypto';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Actor } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { commandOfKey, releaseCommandKey } from './command-key-queries.ts';

const KEY_LIFE_MS = 24 * 3_600_000;

interface Repeatable {
  readonly command: string;
  readonly queue?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly until?: number | undefined;
}

/** Returns a hash that identifies the request; the password is not part of it. */
export function requestHash(deviceId: number, request: Repeatable): Buffer {
  const { command, queue = false, reason = null, until = null } = request;
  return createHash('sha256')
    .update(JSON.stringify([deviceId, command, queue, reason, until]))
    .digest();
}

interface EarlierCommand {
  readonly commandId: string;
  readonly createdAt: number;
  /** Arguments of the command; a command for several slaves also stores its response in them. */
  readonly args: unknown;
}

/**
 * Returns the first response for the key, a mismatch if that request was different, or undefined if
 * the key is new. Must be called while the user is locked, so that concurrent repeats find the
 * first request.
 */
export async function earlierAnswer(
  trx: Executor,
  actor: Actor,
  key: string | undefined,
  hash: Buffer,
  now: number,
): Promise<Outcome<EarlierCommand> | undefined> {
  const { customerId, userId } = actor;
  if (key === undefined || userId === null) return undefined;
  const earlier = await commandOfKey(trx, { customerId, userId, key });
  if (earlier === undefined) return undefined;
  if (now - earlier.created_at >= KEY_LIFE_MS) {
    await releaseCommandKey(trx, { customerId, userId, key }, now - KEY_LIFE_MS);
    return undefined;
  }
  return earlier.request_hash?.equals(hash) === true
    ? done({
        commandId: earlier.command_id,
        createdAt: earlier.created_at,
        args: earlier.args,
      })
    : refused('idempotency-mismatch');
}
