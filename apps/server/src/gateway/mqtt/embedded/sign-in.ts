/**
 * Authenticates a connection as a device (device protocol, "Identity"; docs/promises.md G3 to G5).
 * The response is the same for every reason, so that it reveals nothing: an unknown code and a
 * wrong secret cause the same query and the same comparison.
 */

import { upTopic } from '@busbar/device-protocol/topics';
import { isDeviceCode } from '@busbar/domain/device/device-code';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import type { RegisteredLink } from '../../../areas/telemetry/ingest/link-queries.ts';
import type { LinkDevice } from '../../../areas/telemetry/presence/link-device.ts';
import { type CheckedSecret, checkSecret } from '../../check-secret.ts';

export interface SignIn {
  readonly clientId: string;
  readonly userName: string | undefined;
  readonly password: Uint8Array | undefined;
  readonly will:
    | { readonly topic: string; readonly payloadBytes: number; readonly retain: boolean }
    | undefined;
}

export interface SignedIn extends CheckedSecret {
  readonly device: LinkDevice;
  readonly protocol: DeviceProtocol;
}

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
  const checked = checkSecret(link, password, now);
  if (checked === undefined || link === undefined) return undefined;
  const { device, protocol } = link;
  // The protocols of other manufacturers have client ids and wills of their own. The broker uses
  // neither: it identifies a connection by the code, and detects its end itself.
  const isOurs = protocol === 'busbar';
  if (isOurs && (request.clientId !== code || !isOwnWill(request, code))) return undefined;
  return { device, protocol, ...checked };
}

/** The only permitted will is the offline message, empty and not retained. */
function isOwnWill({ will }: SignIn, code: string): boolean {
  if (will === undefined) return true;
  return will.topic === upTopic(code, 'offline') && will.payloadBytes === 0 && !will.retain;
}
