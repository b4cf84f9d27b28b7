/** The meter whose readings are decoded again, with its present settings. */
import { type Profile, ratiosOf } from '@busbar/device-profiles/profile';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { type FoundDevice, findDevice } from '../../fleet/devices/device-lookup-queries.ts';
import { profileOfMeter } from '../../fleet/meter-profiles/profile-of-meter.ts';
import { findSerialLines, type StoredMeter } from '../../fleet/serial-lines/serial-line-queries.ts';

export interface RecomputedMeter {
  readonly device: FoundDevice;
  readonly settings: StoredMeter;
  readonly profile: Profile;
}

/** `idOrCode` is that of the meter. */
export async function findMeter(
  db: Executor,
  caller: Caller,
  idOrCode: string | number,
): Promise<Outcome<RecomputedMeter>> {
  const device = await findDevice(db, caller, idOrCode);
  if (device === undefined) return refused('not-found', 'device');
  if (device.simulated) return refused('device-simulated', 'device');
  const [line] = await findSerialLines(db, [lineOf(device)]);
  const settings = line?.meters.find(({ deviceId }) => deviceId === device.deviceId);
  if (settings === undefined) return refused('recompute-no-meter', 'device');
  const profile = profileOfMeter(settings);
  if (profile === undefined) return refused('meter-profile-unknown', 'device');
  const isMissing = ratiosOf(profile).some((ratio) => settings.ratios[ratio] === undefined);
  return isMissing ? refused('ratio-required', 'device') : done({ device, settings, profile });
}

/** The DTU with the line of the meter. */
export function lineOf({ customerId, deviceId, gatewayId }: FoundDevice) {
  return { customerId, deviceId: gatewayId ?? deviceId };
}
