/**
 * Converts hexadecimal text to bytes and back. Pasted text contains spaces, commas, `0x` and `H`;
 * the transmitted form is pairs of lower-case digits. Incomplete pairs are reported and never
 * repaired: a lost digit shifts every byte after it.
 */
import { type FrameProblem, problem } from './names/frame-problem.ts';

/**
 * Maximum length of a pasted text; a longer text is not a single exchange with a meter: the longest
 * frame has 271 bytes.
 */
export const MAX_PASTED_BYTES = 2_048;
const MAX_PASTED_CHARACTERS = 6 * MAX_PASTED_BYTES;

type HexRead =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly problem: FrameProblem };

const SEPARATORS = /[\s,;:_-]+/g;
const PREFIXED = /\b0x(?=[0-9a-f])/gi;
const SUFFIXED = /\b([0-9a-f]{2})h\b/gi;
const NOT_HEX = /[^0-9a-f]/i;

export function readHex(text: string): HexRead {
  if (text.length > MAX_PASTED_CHARACTERS) return failed(problem('too-long', 0));
  const digits = text.replace(PREFIXED, ' ').replace(SUFFIXED, '$1').replace(SEPARATORS, '');
  const stranger = digits.search(NOT_HEX);
  if (stranger >= 0) {
    const found = String.fromCodePoint(digits.codePointAt(stranger) ?? 0);
    return failed(problem('not-hex', stranger >> 1, { found }));
  }
  if (digits.length === 0) return failed(problem('empty', 0));
  if (digits.length % 2 === 1) {
    return failed(problem('odd-hex', digits.length >> 1, { found: String(digits.length) }));
  }
  if (digits.length > 2 * MAX_PASTED_BYTES) return failed(problem('too-long', 0));
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at++) {
    bytes[at] = (digitOf(digits, 2 * at) << 4) | digitOf(digits, 2 * at + 1);
  }
  return { ok: true, bytes };
}

const failed = (found: FrameProblem): HexRead => ({ ok: false, problem: found });

/** The character must be a hexadecimal digit. */
function digitOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code <= 0x39 ? code - 0x30 : (code | 0x20) - 0x57;
}

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function hexOf(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let text = '';
  for (let at = from; at < to; at++) text += PAIRS[bytes[at]!];
  return text;
}

export function hexByte(byte: number): string {
  return PAIRS[byte & 0xff]!;
}
