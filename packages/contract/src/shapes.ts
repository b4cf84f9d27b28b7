/** Small schemas that many calls share. */
import { type TSchema, Type } from 'typebox';

/** An opaque identifier; a device may be identified by its code instead (docs/decisions.md 25). */
export const Id = Type.Union([
  Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  Type.String({ minLength: 1, maxLength: 64 }),
]);

/**
 * An identifier as text, for paths and query strings; bodies may also send it as the number that a
 * response contained.
 */
export const IdText = Type.String({ minLength: 1, maxLength: 64, 'x-identifier': true });

/** Free text of a form, with a length limit that bounds the size of a row. */
export const Text = (maxLength = 200) => Type.String({ maxLength });

/** Whole numbers for paging, as number or as text (older clients send both). */
export const Whole = Type.Union([
  Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  Type.String({ pattern: '^[0-9]{1,7}$' }),
]);

/**
 * Instants in the formats of docs/decisions.md 24: `YYYY-MM-DD HH:mm:ss` in the customer's time
 * zone, or milliseconds.
 */
export const When = Type.Union([
  Type.Number({ minimum: 0, maximum: 9_999_999_999_999 }),
  Type.String({ minLength: 1, maxLength: 40 }),
]);

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Amount in the customer's currency; null if it includes energy without a price (no tariff). */
export const Fee = Nullable(Type.Number());
