/**
 * What a column holds on the way out and takes on the way in
 * (the reading side is `parsers.ts`):
 *
 * | column            | select            | insert, update                | where                |
 * |-------------------|-------------------|-------------------------------|----------------------|
 * | timestamptz       | epoch ms, number  | `instant(ms)` or `new Date`   | `instant(ms)`        |
 * | date              | 'YYYY-MM-DD'      | 'YYYY-MM-DD'                  | 'YYYY-MM-DD'         |
 * | int8, identity    | number (to 2^53)  | number                        | number               |
 * | numeric           | decimal string    | string or number              | string               |
 * | real, float8      | number            | number                        | number               |
 * | bytea             | Buffer            | Buffer                        | Buffer               |
 * | jsonb             | parsed value      | `jsonb(value)` or JSON text   | -                    |
 */
import { type ColumnType, type RawBuilder, sql } from 'kysely';

/** An instant: epoch milliseconds when read. */
export type Instant = ColumnType<number, Date, Date>;
export type NullableInstant = ColumnType<number | null, Date | null | undefined, Date | null>;
/** A calendar day, 'YYYY-MM-DD'. */
export type Day = string;
/** A decimal as text: it never passes through a binary fraction. */
export type Decimal = ColumnType<string, string | number, string | number>;
export type NullableDecimal = ColumnType<
  string | null,
  string | number | null | undefined,
  string | number | null
>;
/** Written as JSON text: the driver would turn a bare array into a PostgreSQL array. */
export type Json<T> = ColumnType<T, string, string>;
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** A json column with a default, so that it may be left out of an insert. */
export type DefaultedJson<T> = ColumnType<T, string | undefined, string>;

/** A moment as a parameter; fits insert, update and where alike. Takes epoch milliseconds. */
export function instant(ms: number): RawBuilder<number & Date> {
  return sql<number & Date>`${new Date(ms)}::timestamptz`;
}

/** A value as a jsonb parameter. */
export function jsonb(value: unknown): RawBuilder<string> {
  return sql<string>`${JSON.stringify(value)}::jsonb`;
}
