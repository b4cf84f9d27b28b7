/** An authenticator on a telephone, for a key as it is shown (base32, spaces or none). */
import { createHmac } from 'node:crypto';
import { codeOf, counterBytes } from '@busbar/domain/access/one-time-code';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The six digits of a span of 30 s. */
export function codeOfSpan(key: string, span: number): string {
  const letters = [...key.replaceAll(' ', '')];
  const bits = letters.map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const mac = createHmac('sha1', Buffer.from(bytes));
  return codeOf(mac.update(counterBytes(span)).digest());
}
