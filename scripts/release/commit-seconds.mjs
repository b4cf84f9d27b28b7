import { execFileSync } from 'node:child_process';
import { root } from '../run-step.mjs';

/**
 * The time of the sources in seconds since 1970: SOURCE_DATE_EPOCH
 * (https://reproducible-builds.org/specs/source-date-epoch/), otherwise that of the commit. Without
 * both, as in the build of the container, it is 0.
 */
export function commitSeconds() {
  const { SOURCE_DATE_EPOCH } = process.env;
  if (SOURCE_DATE_EPOCH !== undefined) return Number(SOURCE_DATE_EPOCH);
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return Number(execFileSync('git', ['log', '-1', '--format=%ct'], options));
  } catch {
    return 0;
  }
}
