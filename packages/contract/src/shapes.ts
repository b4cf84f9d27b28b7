/** Small schemas that many calls share. */
import { type TSchema, Type } from 'typebox';

/**
 * An identifier that means nothing; a device may be named by its code instead (docs/decisions.md
 * 25).
 */
export const Id = Type.Union([
  Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  Type.String({ minLength: 1, maxLength: 64 }),
]);

/** An identifier as text, as in paths and query strings; bodies may send the number of an answer. */
export const IdText = Type.String({ minLength: 1, maxLength: 64, 'x-identifier': true });

/** Free text of a form, bounded so that a table never has to hold a book. */
export const Text = (maxLength = 200) => Type.String({ maxLength });

/** Whole numbers of paging, as number or as text (older clients send both). */
export const Whole = Type.Union([
  Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  Type.String({ pattern: '^[0-9]{1,7}$' }),
]);

/**
 * Instants as accepted by docs/decisions.md 24: `YYYY-MM-DD HH:mm:ss` in the customer's zone, or
 * milliseconds.
 */
export const When = Type.Union([
  Type.Number({ minimum: 0, maximum: 9_999_999_999_999 }),
  Type.String({ minLength: 1, maxLength: 40 }),
]);

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Money in the customer's currency; null if it includes energy that has no price (no tariff set). */
export const Fee = Nullable(Type.Number());
