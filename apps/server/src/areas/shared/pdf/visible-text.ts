/**
 * Divides a text into characters as readers see them (grapheme clusters), each with the typeface
 * that has its glyphs. Whatever a user has entered, the result has one line, no control characters
 * and no direction marks; a character without a glyph becomes U+FFFD.
 */
import { type FontSet, TYPEFACES, type Typeface } from './fonts.ts';

export interface Character {
  readonly text: string;
  readonly typeface: Typeface;
  /** Position in the text that was divided. */
  readonly index: number;
}

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
/** Joiners shape Arabic letters; every other invisible character is removed. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb](?<![\u200c\u200d])/gu;
const JOINER = /^[\u200c\u200d]/u;
const ARABIC = /^\p{Script=Arabic}/u;
const HALF_CHARACTER = /\p{Surrogate}/gu;
const ISOLATE = /^[\u2068\u2069]$/u;
const REPLACEMENT = '\ufffd';
/** More marks than any language puts on a letter would run into the lines above and below. */
const MAX_MARKS = 3;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function visibleText(text: string): string {
  return text
    .replace(CONTROLS, ' ')
    .replace(HALF_CHARACTER, REPLACEMENT)
    .replace(INVISIBLE, '')
    .replace(/^[\u200c\u200d]+/u, '')
    .normalize('NFC')
    .trim();
}

/**
 * Visible text of several parts, each of which has its own direction and does not change the order
 * of the others.
 */
export function isolatedParts(parts: readonly string[]): string {
  return parts.map((part) => `\u2068${visibleText(part)}\u2069`).join('\u0020');
}

/** `text` is visible text, or isolated parts of it. */
export function charactersOf(text: string, fonts: FontSet): Character[] {
  return Array.from(graphemes.segment(text))
    .filter(({ segment }) => !ISOLATE.test(segment))
    .map(({ segment, index }) => ({ ...glyphsOf(segment, fonts), index }));
}

function glyphsOf(cluster: string, fonts: FontSet): Omit<Character, 'index'> {
  const [base = REPLACEMENT, ...all] = cluster;
  const isJoined = ARABIC.test(base);
  const marks = all.filter((mark) => isJoined || !JOINER.test(mark));
  // The shaper hides joiners.
  const hasGlyph = (typeface: Typeface, character: string) =>
    JOINER.test(character) ||
    fonts[typeface].regular.hasGlyphForCodePoint(character.codePointAt(0)!);
  const whole = TYPEFACES.find((typeface) =>
    [base, ...marks].every((character) => hasGlyph(typeface, character)),
  );
  if (whole !== undefined)
    return { text: base + marks.slice(0, MAX_MARKS).join(''), typeface: whole };
  const typeface = TYPEFACES.find((one) => hasGlyph(one, base));
  if (typeface === undefined) return { text: REPLACEMENT, typeface: 'latin' };
  const known = marks.filter((mark) => hasGlyph(typeface, mark)).slice(0, MAX_MARKS);
  return { text: base + known.join(''), typeface };
}
