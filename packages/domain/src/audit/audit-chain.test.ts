import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  BEFORE_THE_FIRST,
  type ChainFault,
  type ChainPlace,
  type SealedEntry,
  walkChain,
} from './audit-chain.ts';
import { type AuditColumns, auditText } from './audit-text.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function columns(entryId: number): AuditColumns {
  return {
    customerId: '7',
    entryId: String(entryId),
    kind: 'operation',
    loggedAtUs: '1763600400000000',
    userId: null,
    userName: '',
    deviceId: null,
    deviceCode: '',
    groupId: null,
    module: 'Remote control',
    command: `open ${entryId}`,
    commandId: null,
    status: 'done',
    detail: '{}',
    clientAddress: '',
  };
}

/** Entries 101, 102, … with the sequence numbers after `base`. */
function chain(length: number, base: ChainPlace = BEFORE_THE_FIRST): SealedEntry[] {
  let { seq, hash } = base;
  return Array.from({ length }, (_, i) => {
    seq += 1;
    const entry = columns(101 + i);
    hash = sha256(auditText(entry, seq, hash));
    return { seq, hash, entryId: entry.entryId, columns: entry };
  });
}

function firstFault(
  rows: readonly SealedEntry[],
  known: readonly ChainPlace[] = [],
  base = BEFORE_THE_FIRST,
): ChainFault | undefined {
  const walk = walkChain(base, known, sha256);
  for (const row of rows) {
    const fault = walk.next(row);
    if (fault !== undefined) return fault;
  }
  return walk.end();
}

const TEN = chain(10);
const HEAD: ChainPlace = { seq: 10, hash: TEN[9]!.hash };
const replaced = (at: number, row: Partial<SealedEntry>): SealedEntry[] =>
  TEN.map((sealed, i) => (i === at ? { ...sealed, ...row } : sealed));
const without = (...at: number[]): SealedEntry[] => TEN.filter((_, i) => !at.includes(i));
const edited = { ...TEN[4]!.columns!, userName: 'somebody else' };
const swapped = TEN.map((sealed, i) => {
  const other = i === 4 ? 5 : i === 5 ? 4 : i;
  return { ...TEN[other]!, seq: sealed.seq };
});

describe('audit chain', () => {
  it('is valid if it contains every known head', () => {
    expect(firstFault(TEN, [HEAD, { seq: 3, hash: TEN[2]!.hash }])).toBeUndefined();
    expect(firstFault([])).toBeUndefined();
  });

  it('continues from a checkpoint', () => {
    const base = { seq: 4, hash: TEN[3]!.hash };
    expect(firstFault(TEN.slice(4), [HEAD, { seq: 2, hash: 'forgotten' }], base)).toBeUndefined();
    const walk = walkChain(base, [], sha256);
    for (const row of TEN.slice(4)) walk.next(row);
    expect(walk.place).toEqual(HEAD);
  });

  it.each<[string, SealedEntry[], ChainPlace[], ChainFault['kind'], number, string | null]>([
    ['an edited entry', replaced(4, { columns: edited }), [], 'changed', 5, '105'],
    ['an edited seal', replaced(4, { hash: 'f'.repeat(64) }), [], 'changed', 5, '105'],
    ['a missing entry', replaced(4, { columns: undefined }), [], 'entry-missing', 5, '105'],
    ['a seal missing with its entry', without(4), [], 'seal-missing', 5, null],
    ['a missing first entry', without(0), [], 'seal-missing', 1, null],
    ['two swapped entries', swapped, [], 'changed', 5, '106'],
    ['a truncated tail', TEN.slice(0, 8), [HEAD], 'cut', 9, null],
    ['a missing chain', [], [HEAD], 'cut', 1, null],
    [
      'a rewritten chain with valid hashes',
      chain(10, { seq: 0, hash: 'e'.repeat(64) }).map((row) => row),
      [HEAD],
      'changed',
      1,
      '101',
    ],
    ['a different head', TEN, [{ seq: 6, hash: 'a'.repeat(64) }], 'head-differs', 6, null],
    [
      'a different head before the first entry',
      TEN,
      [{ seq: 0, hash: 'a' }],
      'head-differs',
      0,
      null,
    ],
    ['a repeated number', [...TEN.slice(0, 5), ...TEN.slice(4)], [], 'seal-missing', 6, null],
  ])('reports the place of a fault: %s', (_name, rows, known, kind, seq, entryId) => {
    expect(firstFault(rows, known)).toEqual({ kind, seq, entryId });
  });

  it('detects a rewritten chain by comparing it with an earlier head', () => {
    const resealed: SealedEntry[] = [];
    let hash = BEFORE_THE_FIRST.hash;
    for (const row of replaced(4, { columns: edited })) {
      hash = sha256(auditText(row.columns!, row.seq, hash));
      resealed.push({ ...row, hash });
    }
    expect(firstFault(resealed)).toBeUndefined();
    expect(firstFault(resealed, [{ seq: 7, hash: TEN[6]!.hash }])).toEqual({
      kind: 'head-differs',
      seq: 7,
      entryId: null,
    });
  });

  it('reports only the first fault', () => {
    const walk = walkChain(BEFORE_THE_FIRST, [], sha256);
    const rows = without(2, 5);
    for (const row of rows) walk.next(row);
    expect(walk.end()).toMatchObject({ seq: 3 });
    expect(walk.place.seq).toBe(2);
  });
});
