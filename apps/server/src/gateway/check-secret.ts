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
}

/** The hash that the secret sent with an unknown code is compared with; no secret has this hash. */
const NOBODY = randomBytes(32);

/** Returns undefined unless it is the current secret, or the previous one while it is valid. */
export function checkSecret(
  link: Pick<RegisteredLink, 'secretHash' | 'oldSecret'> | undefined,
  secret: Uint8Array,
  now: number,
): CheckedSecret | undefined {
  const presented = createHash('sha256').update(secret).digest();
  const isRight = timingSafeEqual(presented, link?.secretHash ?? NOBODY);
  const old = link?.oldSecret ?? null;
  const isOld = timingSafeEqual(presented, old?.hash ?? NOBODY) && old !== null && now < old.until;
  if (isRight) return { secret: 'secret', secretUntil: undefined };
  return isOld ? { secret: 'old-secret', secretUntil: old.until } : undefined;
}
