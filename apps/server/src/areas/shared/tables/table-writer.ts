/** A table on its way into a file: columns first, then rows, in pieces. */

/** `time`: epoch ms, written as the customer's local time; `day`: `YYYY-MM-DD`. */
export type CellKind = 'text' | 'number' | 'time' | 'day';

export interface Column {
  readonly title: string;
  readonly kind: CellKind;
}

/** A number may come as the decimal text the database printed. */
export type Cell = string | number | null;
export type Row = readonly Cell[];

/** Readings: a time, the same texts in every row, and numbers the database has written already. */
export interface ReadingRows {
  readonly texts: readonly string[];
  /** Epoch ms. */
  readonly times: readonly number[];
  /** Of each row its numbers with commas between, nothing where one is not known. */
  readonly numbers: readonly string[];
}

export type Piece = readonly Row[] | ReadingRows;

export function areReadings(piece: Piece): piece is ReadingRows {
  return 'times' in piece;
}

export function sizeOf(piece: Piece): number {
  return areReadings(piece) ? piece.times.length : piece.length;
}

export interface Heading {
  readonly title: string;
  /** What there is to know beside the rows: label and value. */
  readonly facts: readonly (readonly [string, string])[];
  readonly columns: readonly Column[];
  /** IANA. */
  readonly zone: string;
  readonly rightToLeft: boolean;
  /** The range was cut: that is to be seen at once. */
  readonly isCut: boolean;
  /** Names of the two sheets. */
  readonly factsName: string;
}

export interface TableWriter {
  rows(piece: Piece): Promise<void>;
  end(): Promise<void>;
}

const DECIMAL = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** The text of a number; undefined for what is none (NaN has no cell). */
export function numberText(cell: string | number): string | undefined {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : undefined;
  return DECIMAL.test(cell) ? cell : undefined;
}
