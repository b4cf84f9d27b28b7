/** Queries for the currencies of the installation. */

import { sql } from 'kysely';
import type { Executor } from '../../../storage/database.ts';

export async function isCurrencyNameTaken(
  trx: Executor,
  english: string,
  exceptId: number | undefined,
): Promise<boolean> {
  const row = await trx
    .selectFrom('currency')
    .select('currency_id')
    .where('currency_id', '<>', exceptId ?? 0)
    .where((eb) =>
      eb.or([
        eb(sql`lower(english_name)`, '=', sql`lower(${english})`),
        eb(sql`lower(code)`, '=', sql`lower(${english})`),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

export async function nextCurrencyId(trx: Executor): Promise<number> {
  const { last } = await trx
    .selectFrom('currency')
    .select((eb) => eb.fn.max('currency_id').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last) + 1;
}

/** The API has no currency code, so the English name is stored as the code. */
export async function insertCurrency(
  trx: Executor,
  id: number,
  names: CurrencyForm,
): Promise<void> {
  await trx
    .insertInto('currency')
    .values({
      currency_id: id,
      code: names.english,
      english_name: names.english,
      chinese_name: names.chinese,
      symbol: names.symbol,
    })
    .execute();
}

export async function updateCurrency(
  trx: Executor,
  id: number,
  names: CurrencyForm,
): Promise<void> {
  await trx
    .updateTable('currency')
    .set({ english_name: names.english, chinese_name: names.chinese, symbol: names.symbol })
    .where('currency_id', '=', id)
    .execute();
}

export interface CurrencyForm {
  readonly english: string;
  readonly chinese: string;
  readonly symbol: string;
}

export async function lockCurrencies(trx: Executor): Promise<void> {
  // Changes are serialized, so that neither ids nor names collide; they are rare and small.
  await sql`select pg_advisory_xact_lock(hashtextextended('currency', 0))`.execute(trx);
}
