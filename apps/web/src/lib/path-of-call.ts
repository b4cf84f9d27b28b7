/** Where a call is, by its name; all but those of the first pages are fetched with the shell. */
import type { CallName } from '@busbar/contract/catalogue';
import { FIRST_CALL_PATHS, type Method } from './first-call-paths.ts';

export const loadCallPaths = () => import('./call-paths.ts');

/** Method and path; where the table is not yet there it is fetched, and that fails as a call does. */
export async function pathOf(name: CallName): Promise<readonly [Method, string]> {
  const first: Partial<Record<CallName, readonly [Method, string]>> = FIRST_CALL_PATHS;
  return first[name] ?? (await loadCallPaths()).CALL_PATHS[name];
}
