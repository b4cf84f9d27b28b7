/** Number of rows that fill the window without scrolling the page (docs/design.md 4.2). */
import type { Density } from './table-search.ts';

/** Heights in px of data-table.css: heading of two lines, foot, and the end of the page. */
const HEADING_PX = 53;
const FOOT_PX = 53;
const PAGE_END_PX = 16;

/** A row is this much lower or higher than one of the standard density. */
const DENSITY_PX: Readonly<Record<Density, number>> = { compact: -8, standard: 0, spacious: 8 };

/** The bounds of a page: a few rows in a low window, and no more than the API returns quickly. */
const MIN_ROWS = 5;
const MAX_ROWS = 200;

export interface FreeSpace {
  readonly windowPx: number;
  /** Distance of the table's heading from the start of the page. */
  readonly topPx: number;
  /** Height of a row with the standard density. */
  readonly rowPx: number;
  readonly density: Density;
}

export function fittingRows({ windowPx, topPx, rowPx, density }: FreeSpace): number {
  const free = windowPx - topPx - HEADING_PX - FOOT_PX - PAGE_END_PX;
  const rows = Math.floor(free / (rowPx + DENSITY_PX[density]));
  return Math.min(Math.max(rows, MIN_ROWS), MAX_ROWS);
}

/** The page that contains the first row of the old page. */
export const pageAfterFit = (page: number, oldRows: number, rows: number): number =>
  Math.floor(((page - 1) * oldRows) / rows) + 1;
