/** Converts the rows of a sheet to readings as text, found by the headings of their columns. */
import { HEAD_WITHIN_ROWS, MAX_IMPORT_COLUMNS } from '../device-import/import-limits.ts';
import { extraCell, headedColumns, type TableReader } from '../device-import/read-table.ts';
import { done, type Outcome, refused } from '../refusal.ts';
import { type ReadingColumn, readReadingHeading, type ValueColumn } from './reading-columns.ts';
import { MAX_READING_ROWS } from './reading-limits.ts';

/** A cell of a file. */
export interface ReadingCell {
  readonly text: string;
  /** True if a workbook stores the cell as a number. */
  readonly isNumber: boolean;
}

export interface ReadingRow {
  /** The first line of a file is 1. */
  readonly line: number;
  readonly time: ReadingCell;
  readonly value: ReadingCell;
  /** A cell that shows that the row has more cells than headings; undefined if it has not. */
  readonly extra?: string;
}

export interface ReadingTable {
  readonly valueColumn: ValueColumn;
  readonly rows: readonly ReadingRow[];
  /** Headings that the import does not use. */
  readonly passedOver: readonly string[];
}

interface Head {
  readonly time: number;
  readonly value: number;
  readonly valueColumn: ValueColumn;
  readonly passedOver: readonly string[];
  /** Number of columns up to the last heading, and of all cells of the row. */
  readonly columns: number;
  readonly cells: number;
}

const WANTED = 'time, register or energy';

export function readingTableReader(): TableReader<ReadingTable> {
  const rows: ReadingRow[] = [];
  let head: Head | undefined;
  let refusal: Extract<Outcome<never>, { ok: false }> | undefined;
  let seen = 0;
  return {
    get isSettled() {
      return head !== undefined || refusal !== undefined;
    },
    row({ line, cells, numbers }) {
      if (cells.findLastIndex((cell) => cell.trim() !== '') >= MAX_IMPORT_COLUMNS) {
        refusal ??= refused('import-too-many-columns', 'content', String(MAX_IMPORT_COLUMNS));
        return false;
      }
      if (head === undefined) {
        const found = headOf(cells);
        if (found === undefined) return ++seen < HEAD_WITHIN_ROWS;
        if (found.ok) head = found.value;
        else refusal = found;
        return found.ok;
      }
      const cellAt = (i: number): ReadingCell => ({
        text: (cells[i] ?? '').trim(),
        isNumber: numbers?.[i] === true,
      });
      const extra = extraCell(cells, head.columns) ?? splitDecimals(cells, head);
      const row = {
        line,
        time: cellAt(head.time),
        value: cellAt(head.value),
        ...(extra === undefined ? {} : { extra }),
      };
      if (row.time.text === '' && row.value.text === '') return true;
      if (rows.length === MAX_READING_ROWS) {
        refusal = refused('reading-too-many-rows', 'content', String(MAX_READING_ROWS));
        return false;
      }
      rows.push(row);
      return true;
    },
    end() {
      if (refusal !== undefined) return refusal;
      if (head === undefined) return refused('reading-columns-missing', 'content', WANTED);
      const { valueColumn, passedOver } = head;
      return rows.length === 0
        ? refused('import-empty', 'content')
        : done({ valueColumn, rows, passedOver });
    },
  };
}

/** In French the register of a meter, elsewhere often the number of the row. */
const ROW_NUMBER = /^\s*index\s*$/i;

/**
 * A row with a time and a value is the heading row. A register is preferred to an energy, unless it
 * may be the number of the row.
 */
function headOf(cells: readonly string[]): Outcome<Head> | undefined {
  const columns = new Map<ReadingColumn, number>();
  for (const [i, cell] of cells.entries()) {
    const column = readReadingHeading(cell);
    if (column === undefined) continue;
    if (columns.has(column)) return refused('import-column-twice', 'content', cell.trim());
    columns.set(column, i);
  }
  const time = columns.get('time');
  const register = columns.get('register');
  const isDoubtful = columns.has('energy') && ROW_NUMBER.test(cells[register ?? -1] ?? '');
  const valueColumn = register === undefined || isDoubtful ? 'energy' : 'register';
  const value = columns.get(valueColumn);
  if (time === undefined || value === undefined) return undefined;
  const passedOver = cells.filter((cell, i) => i !== time && i !== value && cell.trim() !== '');
  const [headed, count] = [headedColumns(cells), cells.length];
  return done({ time, value, valueColumn, passedOver, columns: headed, cells: count });
}

/**
 * Returns the decimals of an unquoted number such as `0,25` in a longer row whose last cells are
 * empty.
 */
function splitDecimals(cells: readonly string[], { value, cells: count }: Head) {
  if (cells.length <= count || !/^-?\d+$/.test(cells[value]!.trim())) return undefined;
  const next = cells[value + 1]?.trim() ?? '';
  return /^\d+(?:[.,]\d+)?$/.test(next) ? next : undefined;
}
