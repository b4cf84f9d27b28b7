/**
 * Lets platform administrators add and change currencies for all customers. Changing a name does
 * not change amounts, because fees are stored as numbers.
 */

import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { parseId } from '../identifier.ts';
import { writeLog } from '../operation-log/write-log.ts';
import { plainText } from '../plain-text.ts';
import {
  type CurrencyForm,
  insertCurrency,
  isCurrencyNameTaken,
  lockCurrencies,
  nextCurrencyId,
  updateCurrency,
} from './currency-queries.ts';
import { type Currency, currencyExists } from './reference-queries.ts';

export async function saveCurrency(
  ctx: Context,
  caller: Caller,
  idOfCurrency: string | number | undefined,
  form: CurrencyForm,
): Promise<Outcome<Omit<Currency, 'code'>>> {
  const names = {
    english: plainText(form.english),
    chinese: plainText(form.chinese),
    symbol: plainText(form.symbol),
  };
  const missing = (['english', 'chinese', 'symbol'] as const).find((field) => names[field] === '');
  if (missing !== undefined) return refused('info-required', missing);
  return ctx.database.transaction(async (trx): Promise<Outcome<Omit<Currency, 'code'>>> => {
    await lockCurrencies(trx);
    const known = idOfCurrency === undefined ? undefined : parseId(idOfCurrency);
    if (idOfCurrency !== undefined && !(await currencyExists(trx, known ?? -1))) {
      return refused('not-found');
    }
    if (await isCurrencyNameTaken(trx, names.english, known))
      return refused('currency-taken', 'english');
    const id = known ?? (await nextCurrencyId(trx));
    if (known === undefined) await insertCurrency(trx, id, names);
    else await updateCurrency(trx, id, names);
    await writeLog(trx, caller, {
      at: ctx.clock.now(),
      module: LOG_MODULES.referenceData,
      command: known === undefined ? 'add currency' : 'change currency',
      detail: { currency: id, ...names },
    });
    return done({ id, ...names });
  });
}
