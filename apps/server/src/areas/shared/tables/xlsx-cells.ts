/** Cells of a sheet (ECMA-376) as XML. */
import { looksLikeFormula, writableText } from '@busbar/domain/report/inert-text';
import {
  type CellKind,
  type Column,
  type NumberStyle,
  numberText,
  type ReadingRows,
  type Row,
  type TotalsRow,
} from './table-writer.ts';

/** Max characters per cell. */
const MAX_CHARACTERS = 32_767;
const DAY_MS = 86_400_000;
/** Spreadsheet serial number of 1970-01-01. */
const EPOCH_DAY = 25_569;

/** Indexes in the style list of `xlsx-parts.ts`. */
export const STYLE = { head: 1, time: 2, day: 3, quoted: 4 } as const;

/** Numbers, plain and bold. */
const NUMBER_STYLES: Readonly<Record<NumberStyle, readonly [plain: number, bold: number]>> = {
  amount: [5, 9],
  'whole-amount': [6, 10],
  energy: [7, 11],
  price: [8, 12],
};

const XML_SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Excel decodes _x0041_ as a letter, so text that contains such a sequence is escaped. */
const ESCAPE_LIKE = /_(?=x[0-9a-f]{4}_)/gi;

export function width(title: string, kind: CellKind): number {
  const least = kind === 'time' ? 19 : kind === 'text' ? 16 : 10;
  return Math.min(40, Math.max(least, title.length + 2));
}

const NEXT_NUMBER = '</v></c><c><v>';
const NO_VALUE = '<c><v></v></c>';

export function readingText(
  { texts, times, numbers }: ReadingRows,
  localOf: (ms: number) => number,
): (i: number) => string {
  const same = texts.map((text) => (text === '' ? '<c/>' : textCell(text))).join('');
  return (i) => {
    const cells = `<c><v>${numbers[i]!.replaceAll(',', NEXT_NUMBER)}</v></c>`;
    const known = cells.includes(NO_VALUE) ? cells.replaceAll(NO_VALUE, '<c/>') : cells;
    return `<row>${timeCell(localOf(times[i]!))}${same}${known}</row>`;
  };
}

/**
 * The time is rounded down to whole seconds, as on the screens and in CSV; otherwise Excel would
 * show the next second, or the next day.
 */
function timeCell(localMs: number): string {
  const wholeMs = Math.floor(localMs / 1000) * 1000;
  return `<c s="${STYLE.time}"><v>${wholeMs / DAY_MS + EPOCH_DAY}</v></c>`;
}

export function rowText(
  row: Row,
  columns: readonly Column[],
  localOf: (ms: number) => number,
): string {
  let text = '<row>';
  for (let i = 0; i < columns.length; i++) {
    const { kind, numbers } = columns[i]!;
    const cell = row[i];
    if (cell === null || cell === undefined || cell === '') {
      text += '<c/>';
    } else if (kind === 'number') {
      text += numberCell(cell, numbers, false);
    } else if (kind === 'time') {
      text += timeCell(localOf(Number(cell)));
    } else if (kind === 'day') {
      text += dayCell(String(cell));
    } else {
      text += textCell(String(cell));
    }
  }
  return `${text}</row>`;
}

export function totalsText({ cells, isSum }: TotalsRow, columns: readonly Column[]): string {
  const texts = columns.map(({ kind, numbers }, i) => {
    const cell = cells[i];
    if (cell === null || cell === undefined || cell === '') return '<c/>';
    if (kind === 'day') return dayCell(String(cell));
    if (kind === 'text') return textCell(String(cell), isSum ? STYLE.head : undefined);
    return numberCell(cell, numbers, isSum);
  });
  return `<row>${texts.join('')}</row>`;
}

function numberCell(
  cell: string | number,
  numbers: NumberStyle | undefined,
  isBold: boolean,
): string {
  const number = numberText(cell);
  if (number === undefined) return '<c/>';
  const style = numbers === undefined ? '' : ` s="${NUMBER_STYLES[numbers][isBold ? 1 : 0]}"`;
  return `<c${style}><v>${number}</v></c>`;
}

function dayCell(day: string): string {
  return `<c s="${STYLE.day}"><v>${Date.parse(day) / DAY_MS + EPOCH_DAY}</v></c>`;
}

export function textCell(text: string, style?: number): string {
  const written = writableText(text).slice(0, MAX_CHARACTERS);
  const shown = style ?? (looksLikeFormula(written) ? STYLE.quoted : 0);
  const escaped = written
    .replace(/[&<>]/g, (sign) => XML_SIGNS[sign]!)
    .replace(ESCAPE_LIKE, '_x005F_')
    .replaceAll('\r', '_x000D_');
  return `<c t="inlineStr"${shown === 0 ? '' : ` s="${shown}"`}><is><t xml:space="preserve">${escaped}</t></is></c>`;
}
