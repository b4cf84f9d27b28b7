/**
 * Renews the secret of a device. The new secret is displayed once. The old one expires immediately,
 * closing its connection, or remains valid until a given time, so that a technician can drive to
 * the device.
 */
import { mayOpenUntil } from '@busbar/domain/device/nameplate';
import type { DeviceProtocol } from '@busbar/domain/device/protocol/device-protocol';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { changing } from '../../fleet/devices/change-device.ts';
import { updateSecret } from '../../fleet/devices/device-change-queries.ts';
import { newDeviceSecret } from '../../fleet/devices/device-secret.ts';
import { logDeviceChange, publishIssuedSecret } from '../../fleet/groups/device-changed.ts';
import { stepUp } from '../../identity/passwords/step-up.ts';

interface Renewal {
  /** Password of the caller, because anyone with a breaker's secret can impersonate the breaker. */
  readonly password: string | undefined;
  /** Expiry of the old secret, epoch ms; undefined means immediately. */
  readonly oldUntil?: number | undefined;
}

interface RenewedSecret {
  readonly deviceCode: string;
  readonly secret: string;
  readonly protocol: DeviceProtocol;
  /** Null if the old secret has already expired. */
  readonly oldUntil: number | null;
}

export async function renewSecret(
  ctx: Context,
  caller: Caller,
  idOrCode: string | number,
  { password, oldUntil }: Renewal,
): Promise<Outcome<RenewedSecret>> {
  const confirmed = await stepUp(ctx, caller, password);
  const now = ctx.clock.now();
  let isOlderOpen = false;
  // A device has at most two secrets: an older one that is still valid expires now, and the
  // connection ends because it may use that secret.
  const endsConnection = () => oldUntil === undefined || isOlderOpen;
  const renewed = await changing(
    ctx,
    caller,
    idOrCode,
    endsConnection,
    async (trx, device, held) => {
      // A slave has no connection and therefore no secret.
      if (device.kind === 'slave') return refused('order-not-supported');
      // The server issues the secret of a simulated breaker to its simulator.
      if (device.simulated) return refused('device-simulated');
      if (!confirmed.ok) return confirmed;
      if (!confirmed.value) return refused('password-required', 'password');
      if (oldUntil !== undefined && !mayOpenUntil(oldUntil, now)) {
        return refused('old-secret-until-invalid', 'oldUntil');
      }
      isOlderOpen = held.oldSecretUntil !== null && held.oldSecretUntil > now;
      const { secret, hash } = newDeviceSecret(ctx.random);
      await updateSecret(trx, caller.customerId, device.deviceId, hash, now, oldUntil);
      await logDeviceChange(ctx, trx, caller, 'new secret', device, {
        ...(oldUntil === undefined ? {} : { oldUntil }),
      });
      const { deviceCode, protocol } = device;
      return done({ deviceCode, secret, protocol, oldUntil: oldUntil ?? null });
    },
  );
  if (renewed.ok) publishIssuedSecret(ctx, renewed.value.deviceCode, renewed.value.secret);
  return renewed;
}
