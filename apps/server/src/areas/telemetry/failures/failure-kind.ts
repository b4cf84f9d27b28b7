/** Kind of a failed write, by the reaction that it requires. */
export type FailureKind =
  /** The database is unavailable or out of space: wait and retry the same batch. */
  | 'away'
  /** The batch conflicted with another transaction: retry the same batch immediately. */
  | 'collision'
  /** A month has no partition yet: create it, then retry. */
  | 'no-partition'
  /** The database rejects a row of the batch: isolate that row. */
  | 'bad-row';

/** SQLSTATE classes of failures that do not depend on the rows. */
const AWAY_CLASSES = ['08', '25', '53', '57', '58', 'XX'];
const COLLISIONS = ['40001', '40P01', '55P03'];
const CHECK_VIOLATION = '23514';
/** SQLSTATE codes of a missing permission and of a schema mismatch, which the rows do not cause. */
const NOT_THE_ROWS = ['42501', '42P01', '42703'];
/** Every SQLSTATE contains a digit; names of system errors such as EPIPE contain none. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;

export function failureKind(error: unknown): FailureKind {
  const { code, message } = error as { code?: unknown; message?: unknown };
  // Errors of the driver (connection lost, timed out) and of the system have no SQLSTATE.
  if (typeof code !== 'string' || !SQLSTATE.test(code)) {
    return isProgramError(error) ? 'bad-row' : 'away';
  }
  if (COLLISIONS.includes(code)) return 'collision';
  if (AWAY_CLASSES.includes(code.slice(0, 2)) || NOT_THE_ROWS.includes(code)) return 'away';
  if (code === CHECK_VIOLATION && String(message).startsWith('no partition of relation')) {
    return 'no-partition';
  }
  return 'bad-row';
}

/** Returns true if our own code threw the error because of a row that it cannot handle. */
function isProgramError(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError;
}
