/** The random part of a sign-in address: 20 characters of 32, which are 100 bits. */
import type { Random } from '../../../clock.ts';

const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 20;

export function newSignInKey(random: Random): string {
  return [...random.bytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
}
