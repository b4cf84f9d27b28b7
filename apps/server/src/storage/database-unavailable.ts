/**
 * The error if the database cannot be used at the moment. `message` is one sentence for the operator
 * that contains no address and no name, because `/health/ready` is public; `cause` has the details.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(database: string, cause: unknown) {
    super(`${database} ${reasonOf(cause)}.`, { cause });
  }
}

/** PostgreSQL or the connection pooler shuts down, starts, or has ended the connection. */
const RESTARTS = ['57P01', '57P02', '57P03'];
/** Message of node-postgres if no connection of its pool became free. */
const POOL_TIMEOUT = /timeout exceeded when trying to connect/i;
const NO_WRITES = /no server accepts writes/i;
const LOST = /connection terminated|connection ended|server conn crashed|shutting down/i;

/** Texts of PgBouncer, which has one error code (08P01) for all its errors. */
const POOLER_REASONS: readonly (readonly [RegExp, string])[] = [
  [/no more connections allowed/i, 'accepts no further connections'],
  [/server login|cannot connect to server|query_wait_timeout/i, 'cannot reach PostgreSQL'],
  [/statement pooling mode/i, 'allows no transactions'],
];

export const LOST_CONNECTION = 'has closed the connection';

/** Returns a predicate: the reason without names and addresses. */
export function reasonOf(error: unknown): string {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  const pooler = POOLER_REASONS.find(([text]) => text.test(message));
  if (pooler !== undefined) return pooler[1];
  if (code === '25006' || NO_WRITES.test(message)) return 'accepts no writes';
  if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'refuses the connection';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'has a host name that cannot be resolved';
  if (code === 'ETIMEDOUT' || POOL_TIMEOUT.test(message)) return 'does not answer in time';
  if (typeof code === 'string' && RESTARTS.includes(code)) return 'is starting or shutting down';
  if (code === '53300') return 'accepts no further connections';
  if (code === 'ECONNRESET' || code === 'EPIPE' || LOST.test(message)) {
    return LOST_CONNECTION;
  }
  return typeof code === 'string' ? `reports the error ${code}` : 'cannot be used';
}
