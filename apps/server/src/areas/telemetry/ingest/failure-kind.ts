/** What a failed batch asks for. */
export type FailureKind =
  /** The database is not there, or has no room: wait and try the same again. */
  | 'away'
  /** It stood in another's way: try the same again at once. */
  | 'collision'
  /** A month has no partition yet: make it, then try again. */
  | 'no-partition'
  /** Something in the batch itself is not taken: find it. */
  | 'bad-row';

/** SQLSTATE of what fails whatever the rows are, by class or whole. */
const AWAY_CLASSES = ['08', '25', '53', '57', '58', 'XX'];
const COLLISIONS = ['40001', '40P01', '55P03'];
const CHECK_VIOLATION = '23514';
/** Stopped for too long, a schema that does not fit, no right to it: the fault is not in the rows. */
const NOT_THE_ROWS = ['42501', '42P01', '42703'];
/** Every SQLSTATE has a digit; names of system errors such as EPIPE have none. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;

export function failureKind(error: unknown): FailureKind {
  const { code, message } = error as { code?: unknown; message?: unknown };
  // The driver's own errors (connection lost, timed out) and the system's carry no SQLSTATE.
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

/** Thrown by our own code over a row it cannot handle, not by the world. */
function isProgramError(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError;
}
