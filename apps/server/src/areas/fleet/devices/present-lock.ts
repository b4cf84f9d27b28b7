/** Returns the lock of a breaker under its wire names, for details and reports of the switch. */
import type { Lock } from './lock-queries.ts';

export function presentLock(lock: Lock | undefined) {
  if (lock === undefined) return null;
  const { userId, userName, reason, until, at } = lock;
  return { user_id: userId, user_name: userName, reason, until, at };
}
