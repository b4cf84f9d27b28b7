/** Rows that one statement of the purge deletes at most. */
export const ROWS_AT_ONCE = 1_000;
