/**
 * A table that continues on the next page under the same headings. Columns of numbers are as wide
 * as their longest number, which is never cut; the other columns share the rest.
 */
import {
  type Alignment,
  CONTENT_WIDTH,
  type Ink,
  type Sheet,
  type Span,
} from '../../../shared/pdf/pdf-sheet.ts';
import type { Line, LineText } from '../../../shared/pdf/text-lines.ts';
import { COLOURS, INKS, leading } from './bill-style.ts';

const GAP = 12;
const PADDING = 6;
const ROW_PADDING = 3.5;
const HEADING_LINES = 3;
/** Headings of narrow numbers wrap between words from this width on. */
const MIN_HEADING = 48;

export interface ColumnSpec {
  readonly title: string;
  /** The numbers of the column; undefined for texts. */
  readonly numbers?: readonly string[] | undefined;
  /** Share of the width that numbers leave; 0 for numbers. */
  readonly share: number;
  readonly maxLines?: number;
}

interface Column extends ColumnSpec {
  readonly span: Span;
  readonly align: Alignment;
}

/** Undefined leaves the cell empty. */
export type Cell = { readonly text: LineText; readonly ink: Ink } | undefined;

export interface Row {
  readonly cells: readonly (readonly Line[])[];
  readonly inks: readonly (Ink | undefined)[];
  readonly height: number;
}

export interface Table {
  readonly columns: readonly Column[];
  readonly writeHeadings: () => void;
  readonly headingHeight: number;
  readonly rowOf: (cells: readonly Cell[]) => Row;
  readonly writeRow: (row: Row) => void;
}

export function createTable(sheet: Sheet, specs: readonly ColumnSpec[]): Table {
  const columns = placeColumns(sheet, specs);
  const rowOf = (cells: readonly Cell[]): Row => {
    const lines = cells.map((cell, at) => {
      const { span, maxLines = 1 } = columns[at]!;
      return cell === undefined ? [] : sheet.lines(cell.text, cell.ink, span.width, maxLines);
    });
    const count = Math.max(1, ...lines.map(({ length }) => length));
    return {
      cells: lines,
      inks: cells.map((cell) => cell?.ink),
      height: count * leading(INKS.text) + ROW_PADDING,
    };
  };
  const headings = columns.map(({ title, span }) =>
    sheet.lines(title, INKS.heading, span.width, HEADING_LINES),
  );
  const headingLines = Math.max(...headings.map(({ length }) => length));
  const headingHeight = headingLines * leading(INKS.heading) + 8;
  return {
    columns,
    headingHeight,
    rowOf,
    writeHeadings: () => {
      for (const [at, lines] of headings.entries()) {
        const { span, numbers } = columns[at]!;
        const skipped = headingLines - lines.length;
        for (const [i, line] of lines.entries()) {
          const below = (skipped + i + 1) * leading(INKS.heading);
          sheet.write(line, INKS.heading, span, below, numbers === undefined ? 'start' : 'end');
        }
      }
      sheet.rule({ start: 0, width: CONTENT_WIDTH }, headingHeight - 3, COLOURS.strong, 0.8);
      sheet.moveDown(headingHeight);
    },
    writeRow: ({ cells, inks, height }) => {
      for (const [at, lines] of cells.entries()) {
        const { span, align } = columns[at]!;
        for (const [i, line] of lines.entries()) {
          sheet.write(line, inks[at]!, span, (i + 1) * leading(INKS.text), align);
        }
      }
      sheet.moveDown(height);
    },
  };
}

function placeColumns(sheet: Sheet, specs: readonly ColumnSpec[]): Column[] {
  const digits = specs.map(({ numbers = [] }) => widestNumber(sheet, numbers));
  const fixed = specs.map(({ numbers }, at) =>
    numbers === undefined ? 0 : Math.max(digits[at]!, headingWidth(sheet, specs[at]!.title)),
  );
  const inner = CONTENT_WIDTH - 2 * PADDING - GAP * (specs.length - 1);
  const free = inner - fixed.reduce((sum, width) => sum + width, 0);
  const shares = specs.reduce((sum, { share }) => sum + share, 0);
  let start = PADDING;
  return specs.map((spec, at) => {
    const width = spec.numbers === undefined ? (free * spec.share) / shares : fixed[at]!;
    const span = { start, width };
    start += width + GAP;
    return {
      ...spec,
      span,
      align: spec.numbers === undefined ? 'start' : { digits: digits[at]! },
    };
  });
}

/** All digits have the same width, so numbers of the same form are measured once. */
function widestNumber(sheet: Sheet, numbers: readonly string[]): number {
  const forms = new Set(numbers.map((number) => number.replace(/\d/g, '0')));
  return Math.max(0, ...Array.from(forms, (form) => sheet.widthOf(form, INKS.sum)));
}

/** At least the longest word of the heading. */
function headingWidth(sheet: Sheet, title: string): number {
  const words = title.split(/\s+/).map((word) => sheet.widthOf(word, INKS.heading));
  return Math.max(Math.min(MIN_HEADING, sheet.widthOf(title, INKS.heading)), ...words);
}
