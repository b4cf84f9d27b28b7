/**
 * Exports the heads of all chains every hour to an append-only table and to the program's own log.
 * An operator stores that log elsewhere, out of reach of anyone who can rewrite the database.
 */

import type { Context } from '../../../context.ts';
import { insertHeadExports } from './seal-queries.ts';

/**
 * Covers the chains that grew since the last export; a concurrent second run finds none. Heads are
 * written at every log level (`LOG_LEVEL`), because a log without them cannot prove that a chain
 * was truncated.
 */
export async function exportHeads({ database, clock, log }: Context): Promise<void> {
  const rows = await insertHeadExports(database.db, clock.now());
  const heads = log.child({}, { level: 'info' });
  for (const { customer, seq, hash } of rows) {
    heads.info({ auditHead: { customer, seq, hash } }, 'head of an audit trail');
  }
}
