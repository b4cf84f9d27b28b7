/** Table to be written to a file: first the columns, then the rows in pieces. */
import { currencyDecimals } from '@busbar/domain/tariff/currency';

/** `time` is epoch ms, written in the customer's local time; `day` is `YYYY-MM-DD`. */
export type CellKind = 'text' | 'number' | 'time' | 'day';

export interface Column {
  readonly title: string;
  readonly kind: CellKind;
  /** How a workbook displays the numbers; in other formats they are machine-readable. */
  readonly numbers?: NumberStyle;
}

/**
 * `energy` has two decimals or three, `price` two to four, `amount` the two of most currencies and
 * `whole-amount` none. The spreadsheet adds the separators of its user's language.
 */
export type NumberStyle = 'energy' | 'price' | 'amount' | 'whole-amount';

export function amountStyle(currency: string): NumberStyle {
  return currencyDecimals(currency) === 0 ? 'whole-amount' : 'amount';
}

/** A number may also be the decimal text returned by the database. */
export type Cell = string | number | null;
export type Row = readonly Cell[];

/** Rows of readings: a time, the same texts in every row, and numbers formatted by the database. */
export interface ReadingRows {
  readonly texts: readonly string[];
  /** Epoch ms. */
  readonly times: readonly number[];
  /** Numbers of each row separated by commas; an unknown number is empty. */
  readonly numbers: readonly string[];
}

export type Piece = readonly Row[] | ReadingRows;

export function areReadings(piece: Piece): piece is ReadingRows {
  return 'times' in piece;
}

export function sizeOf(piece: Piece): number {
  return areReadings(piece) ? piece.times.length : piece.length;
}

/**
 * A short sheet in front of the rows of a workbook, which is complete once all rows are written.
 * Other formats have one table and omit it.
 */
export interface Totals {
  readonly title: string;
  readonly columns: readonly Column[];
  rows(): readonly TotalsRow[];
}

export interface TotalsRow {
  readonly cells: Row;
  /** The sum of the rows above, in bold. */
  readonly isSum: boolean;
}

export interface Heading {
  readonly title: string;
  /** Metadata besides the rows, as label and value. */
  readonly facts: readonly (readonly [string, string])[];
  readonly columns: readonly Column[];
  /** IANA time zone. */
  readonly zone: string;
  readonly rightToLeft: boolean;
  /** The period was truncated, which must be obvious to the reader. */
  readonly isCut: boolean;
  /** Name of the sheet with the metadata. */
  readonly factsName: string;
  readonly totals?: Totals | undefined;
}

export interface TableWriter {
  rows(piece: Piece): Promise<void>;
  end(): Promise<void>;
}

const DECIMAL = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Returns the text of a number, or undefined if it is not a number (NaN gets no cell). */
export function numberText(cell: string | number): string | undefined {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : undefined;
  return DECIMAL.test(cell) ? cell : undefined;
}
