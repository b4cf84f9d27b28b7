/**
 * A row of an explanation: a run of bytes and its meaning. The rows cover every byte once, in wire
 * order. The name and the texts of a value are keys that a screen can translate; the English text
 * is included for all other uses.
 */

import { hexOf } from './hex.ts';
import { FRAME_NAMES, type FrameName } from './names/frame-names.ts';
import { FRAME_TEXT_KEYS, type FrameTextKey } from './names/frame-text-keys.ts';
import { QUALIFIERS, type Qualifier } from './qualifiers.ts';

/** Distinguishes quantities of one name: phase A, peak, third settlement day back, register 12. */
export interface Qualified {
  readonly key: Qualifier;
  readonly n?: number;
}

export interface NameRef {
  readonly key: FrameName;
  readonly of: readonly Qualified[];
}

export interface ByteRow {
  readonly offset: number;
  /** The bytes as on the wire, in lower case, without spaces. */
  readonly hex: string;
  readonly name: string;
  readonly value: string | number;
  readonly unit: string;
  readonly key: FrameName;
  readonly of?: readonly Qualified[];
  /** The value as text keys, if it is not a number or plain text. */
  readonly words?: readonly FrameTextKey[];
  /** Meaning of an identifier or a register. */
  readonly about?: NameRef;
  /** The bytes of DL/T 645 data before 33H was added. */
  readonly plain?: string;
}

export interface RowMeaning {
  readonly value: string | number;
  readonly unit?: string;
  readonly of?: readonly Qualified[];
  readonly words?: readonly FrameTextKey[];
  readonly about?: NameRef;
  readonly plain?: string;
}

export function row(
  bytes: Uint8Array,
  from: number,
  to: number,
  key: FrameName,
  { value, unit = '', of, words, about, plain }: RowMeaning,
): ByteRow {
  return {
    offset: from,
    hex: hexOf(bytes, from, to),
    name: englishName({ key, of: of ?? [] }),
    value,
    unit,
    key,
    ...(of === undefined || of.length === 0 ? {} : { of }),
    ...(words === undefined ? {} : { words }),
    ...(about === undefined ? {} : { about }),
    ...(plain === undefined ? {} : { plain }),
  };
}

export function englishName({ key, of }: NameRef): string {
  if (of.length === 0) return FRAME_NAMES[key];
  return [FRAME_NAMES[key], ...of.map(englishQualifier)].join(', ');
}

const englishQualifier = ({ key, n }: Qualified): string =>
  QUALIFIERS[key].replace('{{n}}', String(n ?? ''));

export const englishTexts = (keys: readonly FrameTextKey[]): string =>
  keys.map((key) => FRAME_TEXT_KEYS[key]).join(', ');

/** Creates a row whose value consists of text keys only. */
export function textRow(
  bytes: Uint8Array,
  from: number,
  to: number,
  key: FrameName,
  words: readonly FrameTextKey[],
  more: Pick<RowMeaning, 'of' | 'plain'> = {},
): ByteRow {
  return row(bytes, from, to, key, { value: englishTexts(words), words, ...more });
}
