/**
 * The caller authenticated by an API key. It can read only the data named by its scopes
 * (`authorise.ts`) in the group of the user who created it and its subgroups. It is valid only
 * while the API is enabled for the customer, which is checked in the database on every request, as
 * for a session.
 */
import { limitsInForce } from '@busbar/domain/access/key-limit';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { sha256 } from '../../shared/secrets/session-secret.ts';
import { findActiveKey, touchKey } from './api-key-queries.ts';

const TOUCH_EVERY_MS = 60_000;
const KEY = /^bsk_[A-Za-z0-9_-]{43}$/;

/** A token with this prefix is always treated as an API key, never as a session token. */
export function isApiKey(token: string): boolean {
  return token.startsWith('bsk_');
}

export async function authenticateApiKey(
  ctx: Context,
  token: string,
  address: string,
): Promise<Caller | undefined> {
  if (!KEY.test(token)) return undefined;
  const { db } = ctx.database;
  const keyHash = sha256(token);
  const now = ctx.clock.now();
  const key = await findActiveKey(db, keyHash, now);
  if (key === undefined) return undefined;
  if (now - (key.lastUsedAt ?? 0) >= TOUCH_EVERY_MS) await touchKey(db, keyHash, address, now);
  return {
    customerId: key.customerId,
    groupId: key.groupId,
    // No user has this id.
    userId: 0,
    userName: `API key ${key.name}`,
    role: 'viewer',
    zone: key.zone,
    mustChangePassword: false,
    tokenHash: keyHash,
    address,
    scopes: key.scopes,
    pace: {
      customerId: key.customerId,
      id: key.id,
      zone: key.zone,
      ...limitsInForce(key, ctx.config.apiKeyPerMinute),
    },
  };
}
