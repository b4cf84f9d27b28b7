/**
 * Returns the method and path of a call. The table of all calls, except those of the first pages,
 * is loaded with the shell.
 */

import { type CallPath, FIRST_CALL_PATHS } from 'virtual:first-call-paths';
import type { CallName } from '@busbar/contract/catalogue';

export const loadCallPaths = () => import('virtual:call-paths');

/** Loads the table if necessary, and throws like a failed call if that fails. */
export async function pathOf(name: CallName): Promise<CallPath> {
  return FIRST_CALL_PATHS[name] ?? (await loadCallPaths()).CALL_PATHS[name];
}
