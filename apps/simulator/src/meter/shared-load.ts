/** Load profiles of simulated meters; equal loads share one object. */
import { type DeviceLoadQuestion, loadOfDevice } from '@busbar/domain/demand/device-load';
import type { LoadProfile } from '@busbar/domain/demand/load-profile';

/** The cache of a profile's counted energy is keyed by the object. */
const profiles = new Map<string, LoadProfile>();

export function sharedLoad(question: DeviceLoadQuestion): LoadProfile {
  const key = JSON.stringify(question);
  const known = profiles.get(key);
  if (known !== undefined) return known;
  const fresh = loadOfDevice(question);
  profiles.set(key, fresh);
  return fresh;
}
