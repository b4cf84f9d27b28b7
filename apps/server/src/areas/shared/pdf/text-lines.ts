/**
 * Breaks a text into lines and puts the characters of each line into visual order (Unicode
 * Bidirectional Algorithm, UAX 9). A line is a row of pieces, each in one font and one direction.
 */
import bidiFactory from 'bidi-js';
import type { FontSet, Typeface, Weight } from './fonts.ts';
import { type Character, charactersOf, isolatedParts, visibleText } from './visible-text.ts';

/** `auto` is the direction of the first letter. Numbers and codes are always `ltr`. */
export type Direction = 'ltr' | 'rtl' | 'auto';

export interface Piece {
  readonly text: string;
  readonly typeface: Typeface;
  readonly isRightToLeft: boolean;
}

export interface Line {
  /** In logical order. */
  readonly text: string;
  /** From left to right. */
  readonly pieces: readonly Piece[];
  readonly width: number;
}

export interface TextStyle {
  /** Font size in points. */
  readonly size: number;
  readonly weight: Weight;
  readonly direction: Direction;
}

/** Returns the width in points. */
export type MeasurePiece = (piece: Piece, style: TextStyle) => number;

/** A text, or parts of a text that are separated by spaces and isolated from each other. */
export type LineText = string | readonly string[];

interface Placed {
  readonly text: string;
  /** The text of a right-to-left character before it was mirrored. */
  readonly original: string;
  readonly typeface: Typeface;
  /** Embedding level: odd levels run from right to left. */
  readonly level: number;
}

const bidi = bidiFactory();
/** Numbers, codes and plain names, most texts of a file: Latin letters from left to right. */
const SIMPLE = /^[\u0020-\u007e\u00a0\u00c0-\u024f\u2013\u202f\u2212]*$/u;
const ELLIPSIS = '…';
const SPACE = /^\s$/u;
const BREAK_AFTER = /^[-/_\u2013\u2014]$/u;
const NO_LINE_START = /^[\p{Pe}\p{Pf}\p{Po}]/u;
const NO_LINE_END = /^[\p{Ps}\p{Pi}]/u;

/**
 * Returns at most `maxLines` lines, each at most `width` wide. A text that is too long ends with an
 * ellipsis.
 */
export function breakLines(
  text: LineText,
  style: TextStyle,
  { width, maxLines }: { readonly width: number; readonly maxLines: number },
  fonts: FontSet,
  measurePiece: MeasurePiece,
): Line[] {
  if (typeof text === 'string' && style.direction !== 'rtl' && SIMPLE.test(text)) {
    const piece: Piece = { text: text.trim(), typeface: 'latin', isRightToLeft: false };
    const lineWidth = measurePiece(piece, style);
    if (piece.text === '') return [];
    if (lineWidth <= width) return [{ text: piece.text, pieces: [piece], width: lineWidth }];
  }
  const visible = typeof text === 'string' ? visibleText(text) : isolatedParts(text);
  const { characters, level } = placedCharacters(visible, style.direction, fonts);
  const lineOf = (row: readonly Placed[]): Line => {
    const pieces = piecesOf(row);
    const sum = pieces.reduce((all, piece) => all + measurePiece(piece, style), 0);
    return { text: row.map((one) => one.original).join(''), pieces, width: sum };
  };
  const fits = (row: readonly Placed[]) => lineOf(row).width <= width;
  const lines: Line[] = [];
  for (let from = 0; from < characters.length; ) {
    const rest = characters.slice(from);
    const count = countThatFits(rest, fits);
    if (count < rest.length && lines.length === maxLines - 1) {
      lines.push(lineOf(withEllipsis(rest, level, fits)));
      break;
    }
    lines.push(lineOf(withoutSpaces(rest.slice(0, count))));
    from += count;
    while (from < characters.length && SPACE.test(characters[from]!.text)) from += 1;
  }
  return lines;
}

function placedCharacters(text: string, direction: Direction, fonts: FontSet) {
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, direction);
  const characters = charactersOf(text, fonts).map((character) =>
    placedCharacter(character, levels[character.index] ?? 0, fonts),
  );
  return { characters, level: paragraphs[0]?.level ?? 0 };
}

/** Signs between Arabic words are in the Arabic typeface, so that a piece has whole phrases. */
function placedCharacter({ text, typeface }: Character, level: number, fonts: FontSet): Placed {
  if (level % 2 === 0) return { text, original: text, typeface, level };
  const mirrored = [...text].map((one) => bidi.getMirroredCharacter(one) ?? one).join('');
  const { regular } = fonts.arabic;
  const isArabic = [...mirrored].every((one) => regular.hasGlyphForCodePoint(one.codePointAt(0)!));
  return { text: mirrored, original: text, typeface: isArabic ? 'arabic' : typeface, level };
}

/** Returns the number of characters of the first line; at least one. */
function countThatFits(row: readonly Placed[], fits: (part: readonly Placed[]) => boolean): number {
  if (fits(row)) return row.length;
  let [low, high] = [1, row.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (fits(row.slice(0, middle))) low = middle;
    else high = middle;
  }
  if (SPACE.test(row[low]!.text)) return low;
  for (let count = low; count > 0; count -= 1) {
    if (canBreak(row[count - 1]!, row[count]!)) return count;
  }
  return low;
}

function canBreak(before: Placed, after: Placed): boolean {
  if (SPACE.test(before.text) || BREAK_AFTER.test(before.text)) return true;
  if (before.typeface !== 'chinese' && after.typeface !== 'chinese') return false;
  return !NO_LINE_END.test(before.text) && !NO_LINE_START.test(after.text);
}

function withEllipsis(
  row: readonly Placed[],
  level: number,
  fits: (part: readonly Placed[]) => boolean,
): Placed[] {
  const end: Placed = { text: ELLIPSIS, original: ELLIPSIS, typeface: 'latin', level };
  let count = countThatFits(row, (part) => fits([...part, end]));
  while (count > 0 && SPACE.test(row[count - 1]!.text)) count -= 1;
  return [...row.slice(0, count), end];
}

function withoutSpaces(row: readonly Placed[]): readonly Placed[] {
  let count = row.length;
  while (count > 0 && SPACE.test(row[count - 1]!.text)) count -= 1;
  return row.slice(0, count);
}

/** Reverses each run of the highest level, then of the next lower one, down to the lowest odd one. */
function piecesOf(row: readonly Placed[]): Piece[] {
  const pieces: { text: string[]; typeface: Typeface; level: number }[] = [];
  for (const { text, typeface, level } of row) {
    const last = pieces.at(-1);
    if (last?.typeface === typeface && last.level === level) last.text.push(text);
    else pieces.push({ text: [text], typeface, level });
  }
  const highest = Math.max(0, ...pieces.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < pieces.length; from += 1) {
      let to = from;
      while (to < pieces.length && pieces[to]!.level >= level) to += 1;
      if (to > from) pieces.splice(from, to - from, ...pieces.slice(from, to).reverse());
      from = Math.max(from, to);
    }
  }
  return joined(
    pieces.map(({ text, typeface, level }) => {
      const isRightToLeft = level % 2 === 1 && typeface === 'arabic';
      // Only the shaper of Arabic puts the glyphs into visual order.
      const isReversed = level % 2 === 1 && typeface !== 'arabic';
      return { text: (isReversed ? text.reverse() : text).join(''), typeface, isRightToLeft };
    }),
  );
}

/** Joins left-to-right pieces of different levels. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    const isSame = last?.typeface === piece.typeface && !last.isRightToLeft && !piece.isRightToLeft;
    if (isSame) result[result.length - 1] = { ...piece, text: last.text + piece.text };
    else result.push(piece);
  }
  return result;
}
