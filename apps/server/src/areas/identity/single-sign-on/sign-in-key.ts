/** Random values of a provider. */
import type { Random } from '../../../clock.ts';

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 20;

/** The random part of a sign-in address: 20 characters of 32, which are 100 bits. */
export function newSignInKey(random: Random): string {
  return [...random.bytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
}

/**
 * Revision of a provider that is created: at least 1, and low enough to grow. It is random because
 * deleted settings leave no revision behind, and a sign-in that began with them must not match.
 */
export const firstRevision = (random: Random): number =>
  1 + (random.bytes(4).readUInt32BE() & 0x3fffffff);
