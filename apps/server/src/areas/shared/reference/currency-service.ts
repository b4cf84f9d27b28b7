/**
 * Lets platform administrators add and change currencies for all customers. Changing a name does
 * not change amounts, because fees are stored as numbers.
 */

import { LOG_MODULES } from '@busbar/domain/audit/log-words';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { sql } from 'kysely';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../identifier.ts';
import { writeLog } from '../operation-log/write-log.ts';
import { plainText } from '../plain-text.ts';
import type { Currency } from './reference-queries.ts';

export interface CurrencyForm {
  readonly english: string;
  readonly chinese: string;
  readonly symbol: string;
}

export async function saveCurrency(
  ctx: Context,
  caller: Caller,
  idOfCurrency: string | number | undefined,
  form: CurrencyForm,
): Promise<Outcome<Omit<Currency, 'code'>>> {
  const words = {
    english: plainText(form.english),
    chinese: plainText(form.chinese),
    symbol: plainText(form.symbol),
  };
  const missing = (['english', 'chinese', 'symbol'] as const).find((field) => words[field] === '');
  if (missing !== undefined) return refused('info-required', missing);
  return ctx.database.transaction(async (trx): Promise<Outcome<Omit<Currency, 'code'>>> => {
    // Serialized, so that neither ids nor names collide; changes are rare and small.
    await sql`select pg_advisory_xact_lock(hashtextextended('currency', 0))`.execute(trx);
    const known = idOfCurrency === undefined ? undefined : parseId(idOfCurrency);
    if (idOfCurrency !== undefined && !(await isKnown(trx, known))) return refused('not-found');
    if (await isNameTaken(trx, words.english, known)) return refused('currency-taken', 'english');
    const id = known ?? (await nextId(trx));
    if (known === undefined) await insert(trx, id, words);
    else await update(trx, id, words);
    await writeLog(trx, caller, {
      at: ctx.clock.now(),
      module: LOG_MODULES.referenceData,
      command: known === undefined ? 'add currency' : 'change currency',
      status: 'done',
      device: null,
      commandId: null,
      detail: { currency: id, ...words },
    });
    return done({ id, ...words });
  });
}

async function isKnown(trx: Executor, id: number | undefined): Promise<boolean> {
  if (id === undefined) return false;
  const row = await trx
    .selectFrom('currency')
    .select('currency_id')
    .where('currency_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

async function isNameTaken(
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

async function nextId(trx: Executor): Promise<number> {
  const { last } = await trx
    .selectFrom('currency')
    .select((eb) => eb.fn.max('currency_id').as('last'))
    .executeTakeFirstOrThrow();
  return Number(last) + 1;
}

/** The API has no currency code, so the English name is stored as the code. */
async function insert(trx: Executor, id: number, words: CurrencyForm): Promise<void> {
  await trx
    .insertInto('currency')
    .values({
      currency_id: id,
      code: words.english,
      english_name: words.english,
      chinese_name: words.chinese,
      symbol: words.symbol,
    })
    .execute();
}

async function update(trx: Executor, id: number, words: CurrencyForm): Promise<void> {
  await trx
    .updateTable('currency')
    .set({ english_name: words.english, chinese_name: words.chinese, symbol: words.symbol })
    .where('currency_id', '=', id)
    .execute();
}
