/**
 * Verifies the chain of one customer's audit trail and reports the first row that differs from the
 * sealed entries. The caller passes the hash function and the rows, which must be in the order of
 * their numbers.
 */
import { type AuditColumns, auditText } from './audit-text.ts';

export const GENESIS_HASH = '0'.repeat(64);

/** The last number of a chain, and the hash at that number. */
export interface ChainPlace {
  readonly seq: number;
  readonly hash: string;
}

export const BEFORE_THE_FIRST: ChainPlace = { seq: 0, hash: GENESIS_HASH };

/** A seal and its entry; `columns` is undefined if the entry is missing. */
export interface SealedEntry {
  readonly seq: number;
  readonly hash: string;
  readonly entryId: string;
  readonly columns: AuditColumns | undefined;
}

/**
 * - `seal-missing`: a number of the chain has no seal
 * - `entry-missing`: the entry of a seal is missing
 * - `changed`: the entry or the seal was changed after sealing
 * - `cut`: the chain ends before a number that is known to have been reached
 * - `head-differs`: a different hash was recorded for this number
 * - `not-told`: old entries are missing, and no entry of the chain reports their removal
 * - `not-in-chain`: an entry, or a seal beyond the head, that is not part of the chain
 */
export const CHAIN_FAULTS = [
  'seal-missing',
  'entry-missing',
  'changed',
  'cut',
  'head-differs',
  'not-told',
  'not-in-chain',
] as const;
export type ChainFaultKind = (typeof CHAIN_FAULTS)[number];

export interface ChainFault {
  readonly kind: ChainFaultKind;
  readonly seq: number | null;
  readonly entryId: string | null;
}

export type Sha256Hex = (text: string) => string;

export interface ChainWalk {
  /** Returns the first fault, or undefined without one; rows after a fault are not verified. */
  next(row: SealedEntry): ChainFault | undefined;
  /** Must be called after the last row. */
  end(): ChainFault | undefined;
  readonly place: ChainPlace;
}

/**
 * `known` contains heads recorded elsewhere, in any order; those before `base` are ignored, and one
 * at `base` must have the same hash.
 */
export function walkChain(
  base: ChainPlace,
  known: readonly ChainPlace[],
  sha256: Sha256Hex,
): ChainWalk {
  const heads = known
    .filter(({ seq, hash }) => seq > base.seq || (seq === base.seq && hash !== base.hash))
    .toSorted((a, b) => a.seq - b.seq);
  let nextHead = 0;
  let place = base;
  let found: ChainFault | undefined;

  const headHere = (): ChainFault | undefined => {
    for (; heads[nextHead]?.seq === place.seq; nextHead += 1) {
      if (heads[nextHead]!.hash !== place.hash) {
        return { kind: 'head-differs', seq: place.seq, entryId: null };
      }
    }
    return undefined;
  };
  const validate = ({ seq, hash, entryId, columns }: SealedEntry): ChainFault | undefined => {
    const expected = place.seq + 1;
    if (seq !== expected) return { kind: 'seal-missing', seq: expected, entryId: null };
    if (columns === undefined) return { kind: 'entry-missing', seq, entryId };
    if (sha256(auditText(columns, seq, place.hash)) !== hash) {
      return { kind: 'changed', seq, entryId };
    }
    place = { seq, hash };
    return headHere();
  };

  found = headHere();
  return {
    next(row) {
      found ??= validate(row);
      return found;
    },
    end() {
      if (found === undefined && nextHead < heads.length) {
        found = { kind: 'cut', seq: place.seq + 1, entryId: null };
      }
      return found;
    },
    get place() {
      return place;
    },
  };
}
