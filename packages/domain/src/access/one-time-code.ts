/**
 * Codes of the second factor: RFC 6238 as every authenticator counts them (SHA-1, six digits, spans
 * of 30 s since 1970). Only the arithmetic is here; the HMAC over the counter is made by whoever
 * holds the key.
 */

const CODE_DIGITS = 6;
const SPAN_MS = 30_000;
/** 160 bits, as long as the hash (RFC 4226, section 4, R6). */
export const KEY_BYTES = 20;
/** Clocks differ: a code of one span before or after counts too (RFC 6238, section 5.2). */
const SPANS_EITHER_SIDE = 1;

export const spanAt = (ms: number): number => Math.floor(ms / SPAN_MS);

/** The spans whose codes count now, the present one first. */
export function spansAround(ms: number): number[] {
  const now = spanAt(ms);
  const spans = [now];
  for (let away = 1; away <= SPANS_EITHER_SIDE; away += 1) spans.push(now - away, now + away);
  return spans.filter((span) => span >= 0);
}

/** The eight bytes the HMAC is made over (RFC 4226, section 5.1). */
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

/** A code as it was typed: people put a space in the middle. Undefined: it is none. */
export function readCode(typed: string): string | undefined {
  const code = typed.normalize('NFKC').replaceAll(/[\s-]/gu, '');
  return /^[0-9]{6}$/.test(code) ? code : undefined;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without the padding authenticators do without. */
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

/** What an authenticator reads out of the picture. */
export function otpauthUri(issuer: string, account: string, key: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const rest = `issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${CODE_DIGITS}&period=${SPAN_MS / 1000}`;
  return `otpauth://totp/${label}?secret=${key}&${rest}`;
}

/** Codes for the day the telephone is lost: shown once, each good once. */
export const RECOVERY_CODES = 10;

/** As it is compared: letters and digits alone. Undefined: it is none. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.normalize('NFKC').toLowerCase().replaceAll(/[\s-]/gu, '');
  return /^[a-z0-9]{15}$/.test(code) ? code : undefined;
}
