/**
 * Codes of the second factor: RFC 6238 with the parameters of common authenticators (SHA-1, six
 * digits, time steps of 30 s since 1970). This file contains only the arithmetic; the HMAC over the
 * counter is computed by the caller, who has the key.
 */

const CODE_DIGITS = 6;
const SPAN_MS = 30_000;
/** 160 bits, as long as the hash (RFC 4226, section 4, R6). */
export const KEY_BYTES = 20;
/** Clocks differ, so a code of one time step before or after is valid (RFC 6238, section 5.2). */
const SPANS_EITHER_SIDE = 1;

export const spanAt = (ms: number): number => Math.floor(ms / SPAN_MS);

/** The time steps whose codes are valid now, the current one first. */
export function spansAround(ms: number): number[] {
  const now = spanAt(ms);
  const spans = [now];
  for (let away = 1; away <= SPANS_EITHER_SIDE; away += 1) spans.push(now - away, now + away);
  return spans.filter((span) => span >= 0);
}

/** The eight bytes that are the input of the HMAC (RFC 4226, section 5.1). */
export function counterBytes(span: number): Uint8Array {
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, Math.floor(span / 2 ** 32));
  view.setUint32(4, span >>> 0);
  return bytes;
}

/** The digits of an HMAC (RFC 4226, section 5.3). */
export function codeOf(mac: Uint8Array, digits: number = CODE_DIGITS): string {
  const view = new DataView(mac.buffer, mac.byteOffset, mac.byteLength);
  const offset = mac[mac.length - 1]! & 0x0f;
  const number = view.getUint32(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Parses a typed code, which may have a space in the middle; undefined if it is not a code. */
export function readCode(typed: string): string | undefined {
  const code = typed.normalize('NFKC').replaceAll(/[\s-]/gu, '');
  return /^[0-9]{6}$/.test(code) ? code : undefined;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 of RFC 4648, without the padding, which authenticators omit. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32[(held >>> bits) & 31]!;
    }
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + BASE32[(held << (5 - bits)) & 31]!;
}

/** The URI in the QR code that the authenticator scans. */
export function otpauthUri(issuer: string, account: string, key: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const rest = `issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${CODE_DIGITS}&period=${SPAN_MS / 1000}`;
  return `otpauth://totp/${label}?secret=${key}&${rest}`;
}

/** Number of recovery codes for a lost phone: each is shown once and can be used once. */
export const RECOVERY_CODES = 10;

/** Normalises a code to letters and digits for comparison; undefined if it is not a code. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.normalize('NFKC').toLowerCase().replaceAll(/[\s-]/gu, '');
  return /^[a-z0-9]{15}$/.test(code) ? code : undefined;
}
