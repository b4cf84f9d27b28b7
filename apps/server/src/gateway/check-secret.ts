/**
 * Compares the secret that a device presents (device protocol, "Identity"; docs/promises.md G3 to
 * G5). An unknown code causes the same comparison as a wrong secret, so the time reveals nothing.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CameCause } from '@busbar/domain/device/connection-cause';
import type { RegisteredLink } from '../areas/telemetry/ingest/link-queries.ts';

export interface CheckedSecret {
  readonly secret: Exclude<CameCause, 'heard'>;
  /** Expiry of the secret used, epoch ms; undefined if it does not expire. */
  readonly secretUntil: number | undefined;
  /** SHA-256 of the secret used; undefined if the device needs none. */
  readonly secretHash: Buffer | undefined;
}

/** The hash that the secret sent with an unknown code is compared with; no secret has this hash. */
const NOBODY = randomBytes(32);

/** Returns undefined unless it is the current secret, or the previous one while it is valid. */
export function checkSecret(
  link: Pick<RegisteredLink, 'secretHash' | 'oldSecret'> | undefined,
  secret: Uint8Array,
  now: number,
): CheckedSecret | undefined {
  return checkHash(link, createHash('sha256').update(secret).digest(), now);
}

/** Like `checkSecret`, for the secret of an open connection. */
export function checkHash(
  link: Pick<RegisteredLink, 'secretHash' | 'oldSecret'> | undefined,
  secretHash: Buffer,
  now: number,
): CheckedSecret | undefined {
  const isRight = timingSafeEqual(secretHash, link?.secretHash ?? NOBODY);
  const old = link?.oldSecret ?? null;
  const isOld = timingSafeEqual(secretHash, old?.hash ?? NOBODY) && old !== null && now < old.until;
  if (isRight) return { secret: 'secret', secretUntil: undefined, secretHash };
  return isOld ? { secret: 'old-secret', secretUntil: old.until, secretHash } : undefined;
}
