/**
 * Authenticates a connection as a device (device protocol, "Identity"; docs/promises.md G3 to G5).
 * The response is the same for every reason, so that it reveals nothing: an unknown code and a
 * wrong secret cause the same query and the same comparison.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { upTopic } from '@busbar/device-protocol/topics';
import type { CameCause } from '@busbar/domain/device/connection-cause';
import { isDeviceCode } from '@busbar/domain/device/device-code';
import type { RegisteredLink } from '../../../areas/telemetry/ingest/link-queries.ts';
import type { LinkDevice } from '../../../areas/telemetry/presence/link-device.ts';

export interface SignIn {
  readonly clientId: string;
  readonly userName: string | undefined;
  readonly password: Uint8Array | undefined;
  readonly will:
    | { readonly topic: string; readonly payloadBytes: number; readonly retain: boolean }
    | undefined;
}

export interface SignedIn {
  readonly device: LinkDevice;
  readonly secret: Exclude<CameCause, 'heard'>;
  /** Expiry of the secret used, epoch ms; undefined if it does not expire. */
  readonly secretUntil: number | undefined;
}

/** The hash that the secret sent with an unknown code is compared with; no secret has this hash. */
const NOBODY = randomBytes(32);

/**
 * Returns undefined unless the secret is the current one, or the previous one while it is valid,
 * and everything else conforms to the protocol.
 */
export async function signIn(
  request: SignIn,
  find: (code: string) => Promise<RegisteredLink | undefined>,
  now: number,
): Promise<SignedIn | undefined> {
  const { userName: code, password } = request;
  if (!isDeviceCode(code) || password === undefined) return undefined;
  const link = await find(code);
  const presented = createHash('sha256').update(password).digest();
  const isRight = timingSafeEqual(presented, link?.secretHash ?? NOBODY);
  const old = link?.oldSecret ?? null;
  const isOld = timingSafeEqual(presented, old?.hash ?? NOBODY) && old !== null && now < old.until;
  if ((!isRight && !isOld) || link === undefined) return undefined;
  if (request.clientId !== code || !isOwnWill(request, code)) return undefined;
  return isRight
    ? { device: link.device, secret: 'secret', secretUntil: undefined }
    : { device: link.device, secret: 'old-secret', secretUntil: old?.until };
}

/** The only permitted will is the offline message, empty and not retained. */
function isOwnWill({ will }: SignIn, code: string): boolean {
  if (will === undefined) return true;
  return will.topic === upTopic(code, 'offline') && will.payloadBytes === 0 && !will.retain;
}
