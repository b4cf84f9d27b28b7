/** Checks a profile whose shape was checked. Browsers use this part without the schema library. */
import type { ProfileFile } from '../profile-file.ts';
import { checkBlocks } from './check-blocks.ts';
import { checkIdentity } from './check-identity.ts';
import { checkPlaces } from './check-places.ts';
import { checkQuantities } from './check-quantities.ts';
import { checkSwitch } from './check-switch.ts';
import type { ProfileProblem } from './profile-problem.ts';

export function checkContent(file: ProfileFile): ProfileProblem[] {
  return [
    ...checkIdentity(file),
    ...checkBlocks(file),
    ...checkQuantities(file),
    ...checkPlaces(file),
    ...checkSwitch(file),
  ];
}
