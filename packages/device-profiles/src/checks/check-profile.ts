/** Checks a profile: the files of this package when they are loaded, and those of users. */
import { buildProfile } from '../build-profile.ts';
import type { Profile } from '../profile.ts';
import { checkContent } from './check-content.ts';
import { checkShape } from './check-shape.ts';
import type { ProfileProblem } from './profile-problem.ts';

export interface CheckedProfile {
  /** Undefined if a problem is an error. */
  readonly profile?: Profile;
  /** Errors and warnings, in the order of the file; of a wrong shape, at most the first eight. */
  readonly problems: readonly ProfileProblem[];
}

/** Takes any parsed JSON and never throws. `problemSentence` returns the text of a problem. */
export function checkProfile(value: unknown): CheckedProfile {
  const { file, problems: ofShape } = checkShape(value);
  if (file === undefined) return { problems: ofShape };
  const problems = checkContent(file);
  return problems.some(({ severity }) => severity === 'error')
    ? { problems }
    : { profile: buildProfile(file), problems };
}
