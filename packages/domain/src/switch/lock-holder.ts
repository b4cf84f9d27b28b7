/**
 * Permission to remove a lock that was set by command. A user who locks a breaker is working, or
 * has others working, on the circuit it feeds: only that user, and users who may remove the locks
 * of others, can make it possible to close it again. A lock without a known user (set by a timer or
 * by the device itself) protects no particular person; the permission to control is then
 * sufficient.
 */
export interface LiftQuestion {
  /** The user who set the lock; null if unknown. */
  readonly holderId: number | null;
  /** The requesting user; null for the platform itself, which sets no locks and removes none. */
  readonly userId: number | null;
  /** True if the requesting user has the permission to remove the locks of others. */
  readonly mayOverride: boolean;
}

export function mayLift({ holderId, userId, mayOverride }: LiftQuestion): boolean {
  return holderId === null || holderId === userId || mayOverride;
}
