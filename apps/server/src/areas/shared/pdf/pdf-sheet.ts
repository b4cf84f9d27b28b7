/**
 * Writes an A4 document page by page. Places are counted from the side on which a line begins, so a
 * right-to-left document is the mirror image of a left-to-right one.
 */
import { yieldToEventLoop } from '../../../yield-to-event-loop.ts';
import { openFonts } from './fonts.ts';
import { featuresOf, fontNameOf, fontsOfFile, measureWith } from './fonts-of-file.ts';
import { breakLines, type Line, type LineText, type TextStyle } from './text-lines.ts';

const PAGE = { width: 595.28, height: 841.89 };
const MARGIN = { side: 48, top: 46, bottom: 60 };
/** Below the last line of a page. */
const FOOTER_BASELINE = PAGE.height - 36;

export const CONTENT_WIDTH = PAGE.width - 2 * MARGIN.side;
export const CONTENT_HEIGHT = PAGE.height - MARGIN.top - MARGIN.bottom;

/** A horizontal place, in points from the beginning of the lines. */
export interface Span {
  readonly start: number;
  readonly width: number;
}

/** `digits`: the right edge of a box of `box` points at the end of the span, in any direction. */
export type Alignment = 'start' | 'end' | { readonly digits: number };

export interface Ink extends TextStyle {
  readonly colour: string;
}

export interface SheetOptions {
  readonly title: string;
  readonly author: string;
  /** Language tag of the document. */
  readonly language: string;
  readonly isRightToLeft: boolean;
  /** Instead of the time of rendering: the same document has the same bytes. */
  readonly createdAt: Date;
}

export interface Sheet {
  /** Top of the free part of the page. */
  readonly top: () => number;
  readonly moveDown: (points: number) => void;
  /** Points between the top of the free part and the bottom. */
  readonly free: () => number;
  readonly addPage: () => void;
  /** Breaks a text into lines of the width of the span. */
  readonly lines: (text: LineText, ink: Ink, width: number, maxLines?: number) => Line[];
  readonly widthOf: (text: LineText, ink: Ink) => number;
  /** Writes a line on the baseline `below` points under the top of the free part. */
  readonly write: (line: Line, ink: Ink, span: Span, below: number, align?: Alignment) => void;
  readonly rule: (span: Span, below: number, colour: string, thickness?: number) => void;
  readonly fill: (span: Span, below: number, height: number, colour: string) => void;
  /** Writes the footers and returns the file. */
  readonly finish: (footer: (page: number, pages: number) => Footer) => Promise<Buffer>;
}

export interface Footer {
  readonly start: LineText;
  readonly end: LineText;
  readonly ink: Ink;
}

export async function createSheet(options: SheetOptions): Promise<Sheet> {
  const { isRightToLeft } = options;
  // Loaded with the first file: half a second of processor time that no start of the server needs.
  const { default: PdfDocument } = await import('pdfkit');
  const fontSet = await openFonts();
  const fonts = fontsOfFile(fontSet);
  const measure = measureWith(fonts);
  const doc = new PdfDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    bufferPages: true,
    lang: options.language,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: options.title, Author: options.author, CreationDate: options.createdAt },
  });
  for (const [name, font] of fonts) doc.registerFont(name, font as unknown as Buffer);
  const file = collect(doc);
  let top = MARGIN.top;

  const leftOf = ({ start, width }: Span) =>
    isRightToLeft ? PAGE.width - MARGIN.side - start - width : MARGIN.side + start;
  const lines: Sheet['lines'] = (text, ink, width, maxLines = 1) =>
    breakLines(text, inDocument(text, ink), { width, maxLines }, fontSet, measure);
  /** Parts do not determine the direction of their line. */
  const inDocument = (text: LineText, ink: Ink): Ink =>
    typeof text === 'string' || ink.direction !== 'auto'
      ? ink
      : { ...ink, direction: isRightToLeft ? 'rtl' : 'ltr' };
  const lineLeft = (line: Line, span: Span, align: Alignment) => {
    const left = leftOf(span);
    const right = left + span.width - line.width;
    if (typeof align === 'string') return (align === 'start') === isRightToLeft ? right : left;
    return isRightToLeft ? left + align.digits - line.width : right;
  };
  const writeAt = (line: Line, ink: Ink, left: number, baseline: number) => {
    let x = left;
    doc.fillColor(ink.colour).fontSize(ink.size);
    for (const piece of line.pieces) {
      const width = measure(piece, ink);
      doc.font(fontNameOf(piece, ink.weight));
      doc.text(piece.text, x, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        features: featuresOf(piece) as never[],
      });
      x += width;
    }
  };
  const write: Sheet['write'] = (line, ink, span, below, align = 'start') =>
    writeAt(line, ink, lineLeft(line, span, align), top + below);

  return {
    top: () => top,
    moveDown: (points) => {
      top += points;
    },
    free: () => PAGE.height - MARGIN.bottom - top,
    addPage: () => {
      doc.addPage();
      top = MARGIN.top;
    },
    lines,
    widthOf: (text, ink) => lines(text, ink, Number.POSITIVE_INFINITY)[0]?.width ?? 0,
    write,
    rule: (span, below, colour, thickness = 0.5) => {
      const left = leftOf(span);
      const y = top + below;
      doc.lineWidth(thickness).strokeColor(colour);
      doc
        .moveTo(left, y)
        .lineTo(left + span.width, y)
        .stroke();
    },
    fill: (span, below, height, colour) => {
      doc.rect(leftOf(span), top + below, span.width, height).fill(colour);
    },
    finish: async (footer) => {
      const { count } = doc.bufferedPageRange();
      for (let page = 0; page < count; page += 1) {
        doc.switchToPage(page);
        const { start, end, ink } = footer(page + 1, count);
        const whole = { start: 0, width: CONTENT_WIDTH };
        const [endLine] = lines(end, ink, CONTENT_WIDTH);
        const width = CONTENT_WIDTH - (endLine?.width ?? 0) - 24;
        const [startLine] = lines(start, ink, width);
        if (startLine)
          writeAt(startLine, ink, lineLeft(startLine, whole, 'start'), FOOTER_BASELINE);
        if (endLine) writeAt(endLine, ink, lineLeft(endLine, whole, 'end'), FOOTER_BASELINE);
        await yieldToEventLoop();
      }
      doc.end();
      return file;
    },
  };
}

function collect(doc: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part));
    doc.on('end', () => resolve(Buffer.concat(parts)));
    doc.on('error', reject);
  });
}
