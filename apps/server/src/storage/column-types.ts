/**
 * Types of columns when they are selected and written (the parsers are in `connection/parsers.ts`):
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
/** A calendar day, 'YYYY-MM-DD'. */
export type Day = string;
/** A decimal as text, never converted to a binary fraction. */
export type Decimal = ColumnType<string, string | number, string | number>;
/** A JSON value as JSON text: the driver would turn a bare array into a PostgreSQL array. */
export type Json<T> = ColumnType<T, string, string>;
export type Nullable<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S | null, I | null | undefined, U | null>
    : never;
/** A column with a default, so that an insert may omit it. */
export type WithDefault<T> = [T] extends [ColumnType<infer S, infer I, infer U>]
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

/** An instant as a parameter for insert, update and where. Takes epoch milliseconds. */
export function instant(ms: number): RawBuilder<number & Date> {
  return sql<number & Date>`${new Date(ms)}::timestamptz`;
}

/** A value as a jsonb parameter. */
export function jsonb(value: unknown): RawBuilder<string> {
  return sql<string>`${JSON.stringify(value)}::jsonb`;
}
