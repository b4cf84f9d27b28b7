/**
 * Reads the texts of a PDF file with their places, as a viewer finds them: glyphs by the content
 * streams, characters by the ToUnicode tables, widths by the width tables. It knows only the parts
 * of the format that PDFKit writes.
 */
import { inflateSync } from 'node:zlib';

/** A text in one font; right-to-left letters are in visual order. */
export interface DrawnText {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  /** From the upper edge of the page. */
  readonly baseline: number;
  readonly size: number;
}

interface PdfObject {
  readonly dictionary: string;
  readonly stream: string;
}

interface PdfFont {
  readonly texts: readonly string[];
  readonly widths: readonly number[];
}

export interface ReadPdf {
  readonly pages: readonly (readonly DrawnText[])[];
  readonly height: number;
  readonly width: number;
  readonly information: string;
}

export function readPdf(file: Buffer): ReadPdf {
  const objects = readObjects(file);
  const all = [...objects.values()];
  const pages = all.filter(({ dictionary }) => /\/Type \/Page\n/.test(dictionary));
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pages[0]!.dictionary)!;
  return {
    width: Number(width),
    height: Number(height),
    information: all.map(({ dictionary }) => dictionary).join('\n'),
    pages: pages.map(({ dictionary }) => {
      const contents = objectAt(objects, dictionary, 'Contents').stream;
      const resources = objectAt(objects, dictionary, 'Resources').dictionary;
      const fonts = new Map<string, PdfFont>();
      for (const [, name, id] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
        fonts.set(name!, readFont(objects, objects.get(Number(id))!));
      }
      return readContents(contents, fonts, Number(height));
    }),
  };
}

function readObjects(file: Buffer): Map<number, PdfObject> {
  const text = file.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const match of text.matchAll(/(?<=\n)(\d+) 0 obj\n/g)) {
    const from = match.index + match[0].length;
    const end = text.indexOf('endobj', from);
    const streamAt = text.indexOf('\nstream\n', from);
    const hasStream = streamAt !== -1 && streamAt < end;
    const dictionary = text.slice(from, hasStream ? streamAt : end);
    let stream = '';
    if (hasStream) {
      const length = Number(/\/Length (\d+)/.exec(dictionary)![1]);
      const bytes = file.subarray(streamAt + 8, streamAt + 8 + length);
      stream = (dictionary.includes('FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
    }
    objects.set(Number(match[1]), { dictionary, stream });
  }
  return objects;
}

function objectAt(objects: Map<number, PdfObject>, dictionary: string, key: string): PdfObject {
  const [, id] = new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(dictionary)!;
  return objects.get(Number(id))!;
}

function readFont(objects: Map<number, PdfObject>, font: PdfObject): PdfFont {
  const table = objectAt(objects, font.dictionary, 'ToUnicode').stream;
  const texts: string[] = [];
  for (const [, first, list] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    for (const [i, entry] of [...list!.matchAll(/<([^>]*)>/g)].entries()) {
      const units = entry[1]!.split(' ').map((unit) => Number.parseInt(unit, 16));
      texts[Number.parseInt(first!, 16) + i] = String.fromCharCode(...units);
    }
  }
  const descendant = objectAt(objects, font.dictionary, 'DescendantFonts').dictionary;
  const [, widths = ''] = /\/W \[0 \[([^\]]*)\]/.exec(descendant)!;
  return { texts, widths: widths.split(/\s+/).map(Number) };
}

function readContents(
  contents: string,
  fonts: Map<string, PdfFont>,
  pageHeight: number,
): DrawnText[] {
  return [...contents.matchAll(/\nBT\n([\s\S]*?)\nET/g)].map(([, block = '']) => {
    let [font, size]: [PdfFont | undefined, number] = [undefined, 0];
    let [x, y] = [0, 0];
    let text = '';
    let right = 0;
    let first: { left: number; y: number } | undefined;
    for (const line of block.split('\n')) {
      const [, name, points] = /^\/(F\d+) ([\d.]+) Tf$/.exec(line) ?? [];
      if (name !== undefined) [font, size] = [fonts.get(name), Number(points)];
      const [, atX, atY] = /^1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm$/.exec(line) ?? [];
      if (atX !== undefined) [x, y] = [Number(atX), Number(atY)];
      first ??= { left: x, y };
      for (const [, glyphs, shift] of line.matchAll(
        /<([0-9a-f]+)>|(?<=[ >])(-?[\d.]+)(?=[ \]])/g,
      )) {
        if (!line.endsWith(' TJ')) break;
        if (shift !== undefined) x -= (Number(shift) * size) / 1000;
        for (const glyph of glyphs?.match(/.{4}/g) ?? []) {
          const id = Number.parseInt(glyph, 16);
          text += font!.texts[id];
          x += (font!.widths[id]! * size) / 1000;
        }
        right = Math.max(right, x);
      }
    }
    return { text, left: first!.left, right, baseline: pageHeight - first!.y, size };
  });
}
