/**
 * Who may lift a lock that was set by command. Whoever locks a breaker works, or lets others work,
 * on what it feeds: nobody else makes it possible to close it again but who may lift locks of others. A lock
 * nobody is known to have set (by a timer, by the device itself) protects no person by name; there
 * the permission to control is enough.
 */
export interface LiftQuestion {
  /** The user who set the lock; null when no user is known to have. */
  readonly holderId: number | null;
  /** Who asks; null for the platform itself, which holds no lock and lifts none. */
  readonly userId: number | null;
  /** Whether who asks holds the permission to lift locks of others. */
  readonly mayOverride: boolean;
}

export function mayLift({ holderId, userId, mayOverride }: LiftQuestion): boolean {
  return holderId === null || holderId === userId || mayOverride;
}
