/** The profile of a meter: one of the platform, or one that users have added. */
import { builtinProfile } from '@busbar/device-profiles/builtin-profiles';
import { checkProfile } from '@busbar/device-profiles/checks/check-profile';
import type { Profile } from '@busbar/device-profiles/profile';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';
import { findOwnProfile, lockOwnProfile } from './meter-profile-queries.ts';

const OWN_PROFILE = /^u-[0-9a-f-]{36}$/;

/** False for the id of a profile of the platform. */
const isOwnProfileId = (id: string): boolean => OWN_PROFILE.test(id);

/** Returns undefined if there is no such profile. `ownFile` is the file of a profile of users. */
export function profileOfMeter({
  profileId,
  ownFile,
}: {
  readonly profileId: string;
  readonly ownFile: unknown;
}): Profile | undefined {
  return builtinProfile(profileId) ?? (ownFile == null ? undefined : checkProfile(ownFile).profile);
}

/**
 * Returns the profile that a meter is to get, and keeps it unchanged until the transaction ends;
 * undefined if the caller may not use it.
 */
export async function profileForMeter(
  trx: Executor,
  scope: Scope,
  profileId: string,
): Promise<Profile | undefined> {
  if (!isOwnProfileId(profileId)) return builtinProfile(profileId);
  await lockOwnProfile(trx, scope, profileId, 'share');
  const found = await findOwnProfile(trx, scope, profileId);
  return profileOfMeter({ profileId, ownFile: found?.file });
}
