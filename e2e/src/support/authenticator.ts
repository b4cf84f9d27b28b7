/** An authenticator app with a key as it is displayed (base32, with or without spaces). */
import { createHmac } from 'node:crypto';
import { codeOf, counterBytes } from '@busbar/domain/access/one-time-code';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the six digits of a 30 s time step. */
export function codeOfSpan(key: string, span: number): string {
  const letters = [...key.replaceAll(' ', '')];
  const bits = letters.map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const mac = createHmac('sha1', Buffer.from(bytes));
  return codeOf(mac.update(counterBytes(span)).digest());
}
