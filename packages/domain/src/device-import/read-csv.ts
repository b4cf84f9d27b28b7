/**
 * CSV as in RFC 4180, with the variants that spreadsheets write: commas, semicolons or tabs between
 * cells, CRLF, LF or CR between rows, doubled quotes inside quotes, newlines inside quotes, a byte
 * order mark. A quote inside an unquoted cell is an ordinary character. Text without a closing
 * quote is unreadable.
 */

import { LONGEST_CELL, MAX_IMPORT_COLUMNS } from './import-limits.ts';

/** A row of a sheet as text, with the number of its first line, starting at 1. */
export interface SheetRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** True for cells that a workbook stores as numbers; undefined if the row has none. */
  readonly numbers?: readonly boolean[];
}

/** Possible separators between cells; the headings of a file show which one it uses. */
export const SEPARATORS = [',', ';', '\t'] as const;

export type Separator = (typeof SEPARATORS)[number];

/** Calls `row` for each row until it returns false. Returns false if a closing quote is missing. */
export function readCsv(
  text: string,
  separator: Separator,
  row: (row: SheetRow) => boolean,
): boolean {
  const from = text.startsWith('\ufeff') ? 1 : 0;
  let line = 1;
  let beginsAt = 1;
  let cells: string[] = [];
  let at = from;
  while (at < text.length) {
    let cell: string;
    if (text[at] === '"') {
      const quoted = readQuoted(text, at + 1);
      if (quoted === undefined) return false;
      cell = quoted.cell;
      line += quoted.lines;
      at = quoted.end;
      // Text between the closing quote and the separator is appended to the cell unchanged.
      const rest = endOfPlain(text, at, separator);
      cell += text.slice(at, rest);
      at = rest;
    } else {
      const end = endOfPlain(text, at, separator);
      cell = text.slice(at, end);
      at = end;
    }
    addCell(cells, cell);
    if (text[at] === separator) {
      at += 1;
      // A separator at the end of the file is followed by an empty cell.
      if (at === text.length) addCell(cells, '');
      if (at < text.length) continue;
    }
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
    if (!row({ line: beginsAt, cells })) return true;
    cells = [];
    line += 1;
    beginsAt = line;
  }
  return true;
}

/** Cells beyond the maximum number of columns are stored as one cell; long cells are truncated. */
function addCell(cells: string[], cell: string): void {
  const text = cell.length > LONGEST_CELL ? cell.slice(0, LONGEST_CELL) : cell;
  if (cells.length <= MAX_IMPORT_COLUMNS) cells.push(text);
  else if (text.trim() !== '') cells[MAX_IMPORT_COLUMNS] = text;
}

function readQuoted(
  text: string,
  from: number,
): { cell: string; end: number; lines: number } | undefined {
  let cell = '';
  let at = from;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return undefined;
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      const lines = cell.match(/\r\n|\r|\n/g)?.length ?? 0;
      return { cell, end: quote + 1, lines };
    }
    cell += '"';
    at = quote + 2;
  }
}

function endOfPlain(text: string, from: number, separator: string): number {
  let at = from;
  while (at < text.length) {
    const sign = text[at];
    if (sign === separator || sign === '\n' || sign === '\r') break;
    at += 1;
  }
  return at;
}
