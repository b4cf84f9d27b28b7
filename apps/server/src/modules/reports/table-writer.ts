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
  rows(rows: readonly Row[]): Promise<void>;
  end(): Promise<void>;
}

const DECIMAL = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** The text of a number; undefined for what is none (NaN has no cell). */
export function numberText(cell: string | number): string | undefined {
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : undefined;
  return DECIMAL.test(cell) ? cell : undefined;
}
