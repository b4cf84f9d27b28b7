/**
 * A value unique to one column of one customer, for each type a column can have. `place` is the
 * position of the column in the catalogue: it makes the value unique to the column.
 */
import { createHash } from 'node:crypto';
import type { CustomerColumn } from './customer-columns.ts';

/**
 * This text is contained in every free text of the customer that must not be visible. It is
 * lowercase, like account keys.
 */
export const CANARY = 'canary7q';
export const CANARY_UUID = 'ca9a7777';

/** The years 2015 and 2031 are used by no other test. Steps of 1013 s produce no second twice. */
const PAST = Date.UTC(2015, 2, 3, 3, 17, 37, 137);
const FUTURE = Date.UTC(2031, 2, 3, 3, 17, 37, 137);
const STEP_MS = 1_013_000;
const DAY_MS = 86_400_000;
/** Columns with a time in the future, so that nothing is due, expired or purged. */
const AHEAD = /expires|until|due|next|ends|starts|keep|begun/;

/**
 * Returns text from which a parameter of any type is read; the caller casts it to the column's
 * type.
 */
export function canaryValue(
  { table, column, type }: CustomerColumn,
  place: number,
  /** The time near which `ts` must be: tables partitioned by month have only a few partitions. */
  near: number,
): string | Buffer {
  const word = `${CANARY}-${table}-${column}`;
  switch (type) {
    case 'text':
      return word;
    case 'text[]':
      return `{${word}}`;
    case 'jsonb':
      return JSON.stringify({ [word]: word });
    case 'uuid':
      return `${CANARY_UUID}-0000-7000-8000-${String(place).padStart(12, '0')}`;
    case 'bytea':
      // The value has 32 bytes, because a hash must have its proper length.
      return Buffer.concat([
        Buffer.from(CANARY),
        createHash('sha256').update(word).digest().subarray(0, 24),
      ]);
    case 'timestamp with time zone': {
      const base = AHEAD.test(column) ? FUTURE : column === 'ts' ? near + 137 : PAST;
      return new Date(base + place * STEP_MS).toISOString();
    }
    case 'date':
      return new Date(Date.UTC(2003, 1, 1) + place * DAY_MS).toISOString().slice(0, 10);
    case 'smallint':
      return String(21_000 + place);
    case 'smallint[]':
      return `{${21_000 + place}}`;
    case 'integer[]':
    case 'bigint[]':
      return `{${710_000 + place}}`;
    // The number has six digits, which a 4-byte float can represent.
    case 'integer':
    case 'bigint':
    case 'real':
    case 'double precision':
    case 'numeric':
      return String(710_000 + place);
    default:
      throw new Error(`no canary is known for ${table}.${column}, ${type}`);
  }
}
