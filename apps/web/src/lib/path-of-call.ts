/**
 * Returns the method and path of a call; all except those of the first pages are loaded with the
 * shell.
 */
import type { CallName } from '@busbar/contract/catalogue';
import { FIRST_CALL_PATHS, type Method } from './first-call-paths.ts';

export const loadCallPaths = () => import('./call-paths.ts');

/** Method and path; loads the table if necessary, and throws like a failed call if that fails. */
export async function pathOf(name: CallName): Promise<readonly [Method, string]> {
  const first: Partial<Record<CallName, readonly [Method, string]>> = FIRST_CALL_PATHS;
  return first[name] ?? (await loadCallPaths()).CALL_PATHS[name];
}
