/**
 * Passwords inside DL/T 645 frames: what is kept of a frame has stars in their place, and gets them
 * back from who sends it again. The rest of the frame stays as it was, its check sum too.
 */
import { sum8 } from './check-sum.ts';
import { explainBytes, rowsOf } from './explain.ts';
import { hexByte, hexOf, readHex } from './hex.ts';

/** Of three bytes. */
const STARS = /\*{6}/g;
const OFFSET = 0x33;
const START = 0x68;
export const PASSWORD_DIGITS = /^\d{6}$/;

/** The frame as it may be kept: digits of passwords are stars. */
export function withoutPasswords(bytes: Uint8Array): string {
  return rowsOf(explainBytes(bytes))
    .map(({ key, hex }) => (key === 'password' ? '*'.repeat(hex.length) : hex))
    .join('');
}

/** How many passwords are missing; a frame that changes one has the old and the new. */
export function missingPasswords(kept: string): number {
  return kept.match(STARS)?.length ?? 0;
}

/**
 * With passwords of six digits each, in the order of the frame, and a check sum that is right
 * again. Undefined when a password is missing or is none, or the frame is none.
 */
export function withPasswords(kept: string, passwords: readonly string[]): string | undefined {
  if (passwords.length !== missingPasswords(kept)) return undefined;
  if (passwords.some((digits) => !PASSWORD_DIGITS.test(digits))) return undefined;
  let next = 0;
  const read = readHex(kept.replaceAll(STARS, () => onTheLine(passwords[next++]!)));
  if (!read.ok) return undefined;
  const { bytes } = read;
  const first = bytes.indexOf(START);
  if (first < 0) return undefined;
  bytes[bytes.length - 2] = sum8(bytes, first, bytes.length - 2);
  return hexOf(bytes);
}

/** The same stars filled from the frame that was asked with: a changed password comes back in the reply. */
export function withPasswordsOf(kept: string, sent: Uint8Array): string {
  const hidden = rowsOf(explainBytes(sent)).filter(({ key }) => key === 'password');
  const last = hidden.at(-1)?.hex;
  return last === undefined ? kept : kept.replaceAll(STARS, last);
}

/** Low byte first, 33H added to each. */
function onTheLine(digits: string): string {
  return [4, 2, 0]
    .map((at) => hexByte((Number.parseInt(digits.slice(at, at + 2), 16) + OFFSET) & 0xff))
    .join('');
}
