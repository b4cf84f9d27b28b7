/** `insert … select` on a distributed database. */

const INSERT_SELECT = /^\s*insert\s+into\b.*\bselect\b/is;
const RETURNS = /\breturning\b/i;

/**
 * Adds `returning 1` to an insert of selected rows; undefined if the statement is none or returns
 * rows itself. Without it Citus copies the rows to the shards by COPY, which PostgreSQL refuses on a
 * table with row-level security, and with `on conflict do nothing` it counts the rows that it sent,
 * not those that were inserted.
 */
export function insertReturning(text: string): string | undefined {
  return INSERT_SELECT.test(text) && !RETURNS.test(text) ? `${text} returning 1` : undefined;
}
