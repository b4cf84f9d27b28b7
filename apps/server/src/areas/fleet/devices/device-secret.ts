/**
 * Device secrets: 32 random bytes as text, shown once; only the hash is stored (device protocol,
 * "Identity").
 */
import type { Random } from '../../../clock.ts';
import { randomSecret, sha256 } from '../../shared/secrets/session-secret.ts';

export interface DeviceSecret {
  readonly secret: string;
  readonly hash: Buffer;
}

export function newDeviceSecret(random: Random): DeviceSecret {
  const secret = randomSecret(random);
  return { secret, hash: sha256(secret) };
}
