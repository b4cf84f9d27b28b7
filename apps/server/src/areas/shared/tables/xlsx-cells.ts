/** Cells of a sheet (ECMA-376) as XML. */
import { looksLikeFormula, writableText } from '@busbar/domain/report/inert-text';
import {
  type CellKind,
  type Column,
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

/** Numbers by decimals, plain and bold. */
const NUMBER_STYLES = { 2: [5, 7], 3: [6, 8] } as const;

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
  kinds: readonly CellKind[],
  localOf: (ms: number) => number,
): string {
  let text = '<row>';
  for (let i = 0; i < kinds.length; i++) {
    const cell = row[i];
    if (cell === null || cell === undefined || cell === '') {
      text += '<c/>';
    } else if (kinds[i] === 'number') {
      const number = numberText(cell);
      text += number === undefined ? '<c/>' : `<c><v>${number}</v></c>`;
    } else if (kinds[i] === 'time') {
      text += timeCell(localOf(Number(cell)));
    } else if (kinds[i] === 'day') {
      text += dayCell(String(cell));
    } else {
      text += textCell(String(cell));
    }
  }
  return `${text}</row>`;
}

export function totalsText({ cells, isSum }: TotalsRow, columns: readonly Column[]): string {
  const texts = columns.map(({ kind, decimals }, i) => {
    const cell = cells[i];
    if (cell === null || cell === undefined || cell === '') return '<c/>';
    if (kind === 'day') return dayCell(String(cell));
    if (kind === 'text') return textCell(String(cell), isSum ? STYLE.head : undefined);
    const number = numberText(cell);
    const style = NUMBER_STYLES[decimals ?? 2][isSum ? 1 : 0];
    return number === undefined ? '<c/>' : `<c s="${style}"><v>${number}</v></c>`;
  });
  return `<row>${texts.join('')}</row>`;
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
