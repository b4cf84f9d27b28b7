/**
 * Converts the rows of a sheet to the devices they describe: finds the heading row, reads each
 * column by its heading regardless of its position, and skips empty rows and the example of the
 * template. Rows are read one by one, so that reading stops as soon as a file is too long.
 */
import { done, type Outcome, refused } from '../refusal.ts';
import {
  EXAMPLE_CODE,
  type ImportColumn,
  REQUIRED_COLUMNS,
  type ReadHeading,
} from './import-columns.ts';
import { HEAD_WITHIN_ROWS, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from './import-limits.ts';
import { readCsv, SEPARATORS, type SheetRow } from './read-csv.ts';

/** A row with trimmed cells; columns missing from the file are empty. */
export interface ImportRow extends Readonly<Record<ImportColumn, string>> {
  readonly line: number;
  /** The first cell beyond the last heading; undefined if there is none. */
  readonly extra?: string;
}

export interface ImportTable {
  readonly rows: readonly ImportRow[];
  /** Headings that an import does not use. */
  readonly passedOver: readonly string[];
  /** Number of example rows of the template that were still present. */
  readonly examples: number;
}

/** Collects the rows of a sheet as a table. */
export interface TableReader<T> {
  /** Returns false if no further rows need to be read. */
  row(row: SheetRow): boolean;
  /** True if the heading row was found or the table was refused. */
  readonly isSettled: boolean;
  end(): Outcome<T>;
}

export function tableReader(readHeading: ReadHeading): TableReader<ImportTable> {
  const rows: ImportRow[] = [];
  let head: ReadonlyMap<number, ImportColumn> | undefined;
  let passedOver: string[] = [];
  let columns = 0;
  let refusal: Extract<Outcome<never>, { ok: false }> | undefined;
  let seen = 0;
  let examples = 0;

  function takeHead(cells: readonly string[]): void {
    const known = new Map<number, ImportColumn>();
    for (const [i, cell] of cells.entries()) {
      const column = readHeading(cell);
      if (column === undefined) continue;
      if ([...known.values()].includes(column)) {
        refusal = refused('import-column-twice', 'content', cell.trim());
      }
      known.set(i, column);
    }
    head = known;
    columns = headedColumns(cells);
    passedOver = cells.filter((cell, i) => !known.has(i) && cell.trim() !== '');
    const found = [...known.values()];
    const missing = REQUIRED_COLUMNS.filter((column) => !found.includes(column));
    if (missing.length > 0) {
      refusal ??= refused('import-columns-missing', 'content', missing.join(', '));
    }
  }

  return {
    get isSettled() {
      return head !== undefined || refusal !== undefined;
    },
    row({ line, cells }) {
      if (cells.findLastIndex((cell) => cell.trim() !== '') >= MAX_IMPORT_COLUMNS) {
        refusal ??= refused('import-too-many-columns', 'content', String(MAX_IMPORT_COLUMNS));
        return false;
      }
      if (head === undefined) {
        if (isHead(cells, readHeading)) takeHead(cells);
        else if (++seen >= HEAD_WITHIN_ROWS) return false;
        return refusal === undefined;
      }
      const found = readRow(line, cells, head);
      if (found === undefined) return true;
      const extra = extraCell(cells, columns);
      const row = extra === undefined ? found : { ...found, extra };
      if (row.code.toUpperCase() === EXAMPLE_CODE) {
        examples += 1;
        return true;
      }
      if (rows.length === MAX_IMPORT_ROWS) {
        refusal = refused('import-too-many-rows', 'content', String(MAX_IMPORT_ROWS));
        return false;
      }
      rows.push(row);
      return true;
    },
    end() {
      if (refusal !== undefined) return refusal;
      if (head === undefined) {
        return refused('import-columns-missing', 'content', REQUIRED_COLUMNS.join(', '));
      }
      return rows.length === 0
        ? refused('import-empty', 'content')
        : done({ rows, passedOver, examples });
    },
  };
}

/** Number of columns up to the last heading. */
export function headedColumns(headings: readonly string[]): number {
  return headings.findLastIndex((cell) => cell.trim() !== '') + 1;
}

/**
 * Returns the first cell beyond the columns with a heading: a value with an unquoted separator has
 * shifted the cells of the row. Undefined if there is none.
 */
export function extraCell(cells: readonly string[], columns: number): string | undefined {
  for (let i = columns; i < cells.length; i += 1) {
    const text = cells[i]!.trim();
    if (text !== '') return text;
  }
  return undefined;
}

/** A row with two known headings is the heading row, not a title. */
function isHead(cells: readonly string[], readHeading: ReadHeading): boolean {
  return cells.filter((cell) => readHeading(cell) !== undefined).length >= 2;
}

/** Returns undefined if all used columns of the row are empty. */
function readRow(
  line: number,
  cells: readonly string[],
  head: ReadonlyMap<number, ImportColumn>,
): ImportRow | undefined {
  const row = {
    line,
    code: '',
    name: '',
    type: '',
    group: '',
    rate: '',
    address: '',
    longitude: '',
    latitude: '',
  };
  let isEmpty = true;
  for (const [i, column] of head) {
    const text = (cells[i] ?? '').trim();
    if (text === '') continue;
    row[column] = text;
    isEmpty = false;
  }
  return isEmpty ? undefined : row;
}

/**
 * Reads a CSV file; its separator is the one with which the headings are found. `createReader` is
 * called for each separator.
 */
export function readCsvTable<T>(
  text: string,
  clean: (cell: string) => string,
  createReader: () => TableReader<T>,
): Outcome<T> {
  for (const separator of SEPARATORS) {
    const reader = createReader();
    const isWhole = readCsv(text, separator, ({ line, cells }) =>
      reader.row({ line, cells: cells.map(clean) }),
    );
    if (!reader.isSettled) continue;
    return isWhole ? reader.end() : refused('import-unreadable', 'content');
  }
  return createReader().end();
}
