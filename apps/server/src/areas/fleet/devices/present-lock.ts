/** Returns the lock of a breaker under its wire names, for details and reports of the switch. */
import { pickSnakeCase } from '@busbar/domain/key-case';
import type { Lock } from './lock-queries.ts';

export const presentLock = (lock: Lock | undefined) =>
  lock === undefined ? null : pickSnakeCase(lock, 'userId', 'userName', 'reason', 'until', 'at');
