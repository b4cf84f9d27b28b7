/** The fonts of one PDF file, and the layout of the pieces of its lines. */
import type { Font, GlyphRun } from 'fontkit';
import { type FontSet, TYPEFACES, type Typeface, WEIGHTS, type Weight } from './fonts.ts';
import type { MeasurePiece, Piece } from './text-lines.ts';

type FontName = `${Typeface}-${Weight}`;
export type FileFonts = ReadonlyMap<FontName, Font>;

const RIGHT_TO_LEFT = 'rtl';

export function fontsOfFile(fonts: FontSet): FileFonts {
  return new Map(
    TYPEFACES.flatMap((typeface) =>
      WEIGHTS.map((weight) => [`${typeface}-${weight}`, withDirections(fonts[typeface][weight])]),
    ),
  );
}

export function fontNameOf({ typeface }: Piece, weight: Weight): FontName {
  return `${typeface}-${weight}`;
}

/** Features of a piece: PDFKit passes them to the font, which reads its direction from them. */
export function featuresOf({ isRightToLeft }: Piece): string[] {
  return isRightToLeft ? [RIGHT_TO_LEFT] : [];
}

export function measureWith(fonts: FileFonts): MeasurePiece {
  return (piece, { size, weight }) => {
    const font = fonts.get(fontNameOf(piece, weight))!;
    return (font.layout(piece.text, featuresOf(piece)).advanceWidth * size) / font.unitsPerEm;
  };
}

/**
 * A font whose texts have the direction that their features name. From a text alone, fontkit
 * derives the direction of its script and reverses Persian digits. Texts repeat in a file and are
 * laid out several times, so their layout is stored.
 */
function withDirections(font: Font): Font {
  const runs = { ltr: new Map<string, GlyphRun>(), rtl: new Map<string, GlyphRun>() };
  const layout = (text: string, features: string[]): GlyphRun => {
    const direction = features.includes(RIGHT_TO_LEFT) ? 'rtl' : 'ltr';
    let run = runs[direction].get(text);
    if (run === undefined) {
      run = font.layout(text, undefined, undefined, undefined, direction);
      runs[direction].set(text, run);
    }
    const { glyphs, positions, advanceWidth } = run;
    // PDFKit scales the positions in place.
    const copies = positions.map((position) => ({ ...position }));
    return { glyphs, positions: copies, advanceWidth } as GlyphRun;
  };
  return Object.create(font, { layout: { value: layout } }) as Font;
}
