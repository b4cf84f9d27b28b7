/** The profiles of this package, checked when the module is loaded. */
import abbB23 from '../profiles/abb-b23.json' with { type: 'json' };
import acrelAdw300 from '../profiles/acrel-adw300.json' with { type: 'json' };
import acrelDtsd1352 from '../profiles/acrel-dtsd1352.json' with { type: 'json' };
import carloGavazziEm24 from '../profiles/carlo-gavazzi-em24.json' with { type: 'json' };
import carloGavazziEm24E1 from '../profiles/carlo-gavazzi-em24-e1.json' with { type: 'json' };
import chintDtsu666 from '../profiles/chint-dtsu666.json' with { type: 'json' };
import chintDtsu666H from '../profiles/chint-dtsu666-h.json' with { type: 'json' };
import dlt645ThreePhase from '../profiles/dlt645-2007-three-phase.json' with { type: 'json' };
import eastronSdm630 from '../profiles/eastron-sdm630.json' with { type: 'json' };
import genericModbus from '../profiles/generic-modbus.json' with { type: 'json' };
import genericBreaker from '../profiles/generic-modbus-breaker.json' with { type: 'json' };
import genericTripBreaker from '../profiles/generic-modbus-breaker-trip.json' with { type: 'json' };
import schneiderIem3000 from '../profiles/schneider-iem3000.json' with { type: 'json' };
import { checkProfile } from './checks/check-profile.ts';
import { problemSentence } from './checks/profile-problem.ts';
import type { Profile } from './profile.ts';
import type { ProfileFile } from './profile-file.ts';

/** In the order of lists: by maker, then the standard, then the examples. */
const FILES: readonly { readonly id: string }[] = [
  abbB23,
  acrelAdw300,
  acrelDtsd1352,
  carloGavazziEm24,
  carloGavazziEm24E1,
  chintDtsu666,
  chintDtsu666H,
  eastronSdm630,
  schneiderIem3000,
  dlt645ThreePhase,
  genericModbus,
  genericBreaker,
  genericTripBreaker,
];

export const BUILTIN_PROFILES: readonly Profile[] = FILES.map(loaded);

/** Returns undefined if no profile of this package has the id. */
export function builtinProfile(id: string): Profile | undefined {
  return BUILTIN_PROFILES.find((profile) => profile.id === id);
}

/** Returns the file of a profile, as a table to copy. */
export function builtinFile(id: string): ProfileFile | undefined {
  // Loading has checked the shape of each file.
  return FILES.find((file) => file.id === id) as ProfileFile | undefined;
}

function loaded(file: { readonly id: string }): Profile {
  const { profile, problems } = checkProfile(file);
  if (profile !== undefined) return profile;
  throw new Error(`profile ${file.id}: ${problems.map(problemSentence).join('; ')}`);
}
