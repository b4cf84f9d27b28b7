/**
 * Processes show by advisory locks which keys of the installation they read and seal with, so that
 * the key is not replaced before all of them can read the new one. A lock ends with its process.
 */
import { createHash } from 'node:crypto';
import { PAIR_LOCKS } from '../../../../storage/advisory-locks.ts';
import type { PairLock } from '../../../../storage/listening/listening-connection.ts';
import type { Secrets } from '../sealed-secrets.ts';

/** The number of a key in the locks: 31 bits of the hash of its identifier. */
export const keyNumber = (keyId: string): number =>
  createHash('sha256').update(keyId).digest().readUInt32BE() >>> 1;

export function locksOf({ keyId, keyIds }: Pick<Secrets, 'keyId' | 'keyIds'>): PairLock[] {
  return [
    ...keyIds.map((id): PairLock => [PAIR_LOCKS.readableKey, keyNumber(id)]),
    ...(keyId === undefined ? [] : [[PAIR_LOCKS.sealingKey, keyNumber(keyId)] as const]),
  ];
}
