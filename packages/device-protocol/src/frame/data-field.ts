/** A value in the data of a DL/T 645 frame: position of its digits and their interpretation. */
import { readBcd, readSignedBcd } from './bcd.ts';
import { type ByteRow, englishTexts, type Qualified, row, textRow } from './byte-row.ts';
import { hexByte, hexOf } from './hex.ts';
import type { FrameName } from './names/frame-names.ts';
import type { FrameTextKey } from './names/frame-text-keys.ts';

/** Format of a time, as pairs of digits from the highest byte to the lowest. */
type TimeShape = 'YYMMDDhhmmss' | 'YYMMDDhhmm' | 'YYMMDDWW' | 'hhmmss' | 'MMDDhhmm' | 'DDhh';

interface Named {
  readonly name: FrameName;
  readonly of?: readonly Qualified[];
  readonly bytes: number;
}

export type DataField =
  | (Named & {
      readonly kind: 'number';
      readonly decimals: number;
      readonly unit: string;
      readonly signed: boolean;
    })
  | (Named & { readonly kind: 'time'; readonly shape: TimeShape })
  | (Named & { readonly kind: 'digits' | 'text' | 'raw' })
  /** `bits[n]` applies if bit n is set; null if the standard reserves the bit. */
  | (Named & { readonly kind: 'bits'; readonly bits: readonly (FrameTextKey | null)[] });

const SEPARATORS: Readonly<Record<TimeShape, readonly string[]>> = {
  YYMMDDhhmmss: ['20', '-', '-', ' ', ':', ':'],
  YYMMDDhhmm: ['20', '-', '-', ' ', ':'],
  YYMMDDWW: ['20', '-', '-', ' / '],
  hhmmss: ['', ':', ':'],
  MMDDhhmm: ['', '-', ' ', ':'],
  DDhh: ['', ' / '],
};

/**
 * Returns the row of a field. `bytes` is the frame, `plain` the same bytes with 33H subtracted; the
 * field begins at `at` in both.
 */
export function fieldRow(
  bytes: Uint8Array,
  plain: Uint8Array,
  at: number,
  field: DataField,
): ByteRow {
  const end = at + field.bytes;
  const meaning = {
    plain: hexOf(plain, at, end),
    ...(field.of === undefined ? {} : { of: field.of }),
  };
  const valueRow = (value: string | number, unit = '') =>
    row(bytes, at, end, field.name, { value, unit, ...meaning });
  const textsRow = (list: readonly FrameTextKey[]) =>
    textRow(bytes, at, end, field.name, list, meaning);
  switch (field.kind) {
    case 'number': {
      const read = field.signed ? readSignedBcd : readBcd;
      const digits = read(plain, at, field.bytes);
      if (digits === undefined) return textsRow(['not-measured']);
      return valueRow(field.decimals === 0 ? digits : digits / 10 ** field.decimals, field.unit);
    }
    case 'time': {
      const text = timeText(plain, at, field);
      return text === undefined ? textsRow(['not-measured']) : valueRow(text);
    }
    case 'digits':
      return valueRow(digitsOf(plain, at, end));
    case 'text':
      return valueRow(asciiOf(plain, at, end));
    case 'raw':
      return valueRow(meaning.plain);
    case 'bits':
      return bitsRow(bytes, plain, at, field, meaning.plain);
  }
}

function bitsRow(
  bytes: Uint8Array,
  plain: Uint8Array,
  at: number,
  field: DataField & { readonly kind: 'bits' },
  plainHex: string,
): ByteRow {
  const set: FrameTextKey[] = [];
  let others = false;
  for (let bit = 0; bit < 8 * field.bytes; bit++) {
    if ((plain[at + (bit >> 3)]! & (1 << (bit & 7))) === 0) continue;
    const text = field.bits[bit];
    if (text == null) others = true;
    else set.push(text);
  }
  const texts: readonly FrameTextKey[] = others
    ? [...set, 'unknown']
    : set.length === 0
      ? ['none']
      : set;
  const of = field.of === undefined ? {} : { of: field.of };
  const value = englishTexts(texts);
  return row(bytes, at, at + field.bytes, field.name, {
    value,
    words: texts,
    plain: plainHex,
    ...of,
  });
}

function timeText(
  plain: Uint8Array,
  at: number,
  { shape, bytes }: DataField & { readonly kind: 'time' },
): string | undefined {
  if (readBcd(plain, at, bytes) === undefined) return undefined;
  const separators = SEPARATORS[shape];
  let text = '';
  for (let pair = 0; pair < bytes; pair++) {
    text += separators[pair]! + hexByte(plain[at + bytes - 1 - pair]!);
  }
  return text;
}

/** Digits with the highest byte first, as in an address; non-decimal digits are unchanged. */
export function digitsOf(plain: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = to - 1; at >= from; at--) text += hexByte(plain[at]!);
  return text.toUpperCase();
}

/** Meter text, low byte first; a full stop replaces unprintable characters, to protect screens. */
function asciiOf(plain: Uint8Array, from: number, to: number): string {
  let text = '';
  for (let at = to - 1; at >= from; at--) {
    const byte = plain[at]!;
    if (byte !== 0) text += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.';
  }
  return text.trim();
}
