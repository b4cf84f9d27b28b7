/**
 * Verifies the audit trail of one customer: every entry against its seal, every seal against the
 * previous one, and the end against every exported head. Reads in slices by sequence number, so
 * that memory use does not depend on the length of the chain and other work can run in between.
 */

import { type ChainFault, type ChainPlace, walkChain } from '@busbar/domain/audit/audit-chain';
import type { Executor } from '../../../storage/database.ts';
import { yieldToEventLoop } from '../../../yield-to-event-loop.ts';
import { sha256Hex } from './audit-column-queries.ts';
import {
  type Bounds,
  ROWS_AT_ONCE,
  readBounds,
  readSlice,
  readUnchained,
  unreportedCheckpoint,
} from './chain-queries.ts';

export interface Verified {
  /** The verification starts after this sequence number. */
  readonly after: number;
  /** The last position up to which the chain was found valid. */
  readonly place: ChainPlace;
  readonly entries: number;
  /** Committed entries that are not sealed yet. */
  readonly waiting: number;
  readonly fault: ChainFault | undefined;
}

export interface VerifyOptions {
  /** Max number of entries to verify, newest first; defaults to all. */
  readonly newest?: number;
  /** Heads that were stored outside the database. */
  readonly known?: readonly ChainPlace[];
}

export async function verifyChain(
  db: Executor,
  customerId: number,
  options: VerifyOptions = {},
): Promise<Verified> {
  for (let round = 0; ; round += 1) {
    const bounds = await readBounds(db, customerId, options.newest);
    const verified = await walk(db, customerId, bounds, options);
    if (verified.fault === undefined || round === 2) return verified;
    // If old entries were purged during the verification, the chain now starts at a different
    // entry.
    const now = await readBounds(db, customerId, options.newest);
    if (now.base.seq === bounds.base.seq) return verified;
  }
}

async function walk(
  db: Executor,
  customerId: number,
  { base, heads }: Bounds,
  { known = [], newest }: VerifyOptions,
): Promise<Verified> {
  const inside = newest === undefined ? known : known.filter(({ seq }) => seq >= base.seq);
  const chain = walkChain(base, [...heads, ...inside], sha256Hex);
  const last = heads.reduce((most, { seq }) => Math.max(most, seq), base.seq);
  let fault: ChainFault | undefined;
  for (let next = readSlice(db, customerId, base.seq, last); fault === undefined; ) {
    const rows = await next;
    const isLast = rows.length < ROWS_AT_ONCE;
    // The next slice is read while this one is hashed.
    if (!isLast) next = readSlice(db, customerId, rows.at(-1)!.seq, last);
    for (const row of rows) fault ??= chain.next(row);
    if (isLast) break;
    await yieldToEventLoop();
    if (fault !== undefined) await next;
  }
  fault ??= chain.end();
  fault ??= await unreportedCheckpoint(db, customerId);
  const rest = await readUnchained(db, customerId, newest === undefined ? 0 : base.seq);
  fault ??= rest.fault;
  const { place } = chain;
  return { after: base.seq, place, entries: place.seq - base.seq, waiting: rest.waiting, fault };
}
