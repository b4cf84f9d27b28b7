/**
 * Passwords in DL/T 645 frames: in a stored frame they are replaced by asterisks, and must be
 * entered again to resend it. The rest of the frame is unchanged, including its checksum.
 */
import { sum8 } from '../check-sum.ts';
import { explainBytes, rowsOf } from '../explain.ts';
import { hexByte, hexOf, readHex } from '../hex.ts';

/** Three bytes. */
const STARS = /\*{6}/g;
const OFFSET = 0x33;
const START = 0x68;
export const PASSWORD_DIGITS = /^\d{6}$/;

/** Returns the frame to store, in which the digits of passwords are replaced by asterisks. */
export function withoutPasswords(bytes: Uint8Array): string {
  return rowsOf(explainBytes(bytes))
    .map(({ key, hex }) => (key === 'password' ? '*'.repeat(hex.length) : hex))
    .join('');
}

/** Number of missing passwords; a frame that changes one contains the old and the new password. */
export function missingPasswords(masked: string): number {
  return masked.match(STARS)?.length ?? 0;
}

/**
 * Inserts passwords of six digits each, in the order of the frame, so that the checksum is correct
 * again. Returns undefined if a password is missing or invalid, or if the text is not a frame.
 */
export function withPasswords(masked: string, passwords: readonly string[]): string | undefined {
  if (passwords.length !== missingPasswords(masked)) return undefined;
  if (passwords.some((digits) => !PASSWORD_DIGITS.test(digits))) return undefined;
  let next = 0;
  const read = readHex(masked.replaceAll(STARS, () => onTheLine(passwords[next++]!)));
  if (!read.ok) return undefined;
  const { bytes } = read;
  const first = bytes.indexOf(START);
  if (first < 0) return undefined;
  bytes[bytes.length - 2] = sum8(bytes, first, bytes.length - 2);
  return hexOf(bytes);
}

/**
 * Replaces the asterisks in a reply with the passwords of the sent frame, because the reply to a
 * password change contains the password.
 */
export function withPasswordsOf(masked: string, sent: Uint8Array): string {
  const hidden = rowsOf(explainBytes(sent)).filter(({ key }) => key === 'password');
  const last = hidden.at(-1)?.hex;
  return last === undefined ? masked : masked.replaceAll(STARS, last);
}

/** Returns the bytes on the wire: low byte first, 33H added to each byte. */
function onTheLine(digits: string): string {
  return [4, 2, 0]
    .map((at) => hexByte((Number.parseInt(digits.slice(at, at + 2), 16) + OFFSET) & 0xff))
    .join('');
}
