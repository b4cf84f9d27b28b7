/** The codes an authenticator app shows, computed from the key it was given. */
import { createHmac } from 'node:crypto';
import { codeOf, counterBytes, spanAt } from '@busbar/domain/access/one-time-code';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(key: string): Buffer {
  const bits = [...key].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the code for `key` (Base32) at `at` (epoch ms), or `spans` steps of 30 s after that. */
export function codeShown(key: string, at: number, spans = 0): string {
  const counter = counterBytes(spanAt(at) + spans);
  return codeOf(createHmac('sha1', bytesOf(key)).update(counter).digest());
}
