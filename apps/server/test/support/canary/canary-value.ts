/**
 * A value that comes from nowhere but one column of one customer, for each type a column can have.
 * `place` is the column's place in the catalogue: it makes the value the column's own.
 */
import { createHash } from 'node:crypto';
import type { CustomerColumn } from './customer-columns.ts';

/** In every free text of the customer that must not be seen. In small letters: account keys are. */
export const CANARY = 'canary7q';
export const CANARY_UUID = 'ca9a7777';

/** 2015 and 2031: nothing of these years is in a test by itself. Steps of 1013 s leave no second twice. */
const PAST = Date.UTC(2015, 2, 3, 3, 17, 37, 137);
const FUTURE = Date.UTC(2031, 2, 3, 3, 17, 37, 137);
const STEP_MS = 1_013_000;
const DAY_MS = 86_400_000;
/** Ahead of time, so that nothing is due, has run out or is forgotten. */
const AHEAD = /expires|until|due|next|ends|starts|keep|begun/;

/** As text a parameter of any type is read from; the caller casts it to the column's type. */
export function canaryValue(
  { table, column, type }: CustomerColumn,
  place: number,
  /** Where `ts` has to be: tables by months have but a few. */
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
      // 32 bytes: what is a hash has to be as long as one.
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
    // Six digits: a float of 4 bytes holds them.
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
