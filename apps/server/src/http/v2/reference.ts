/** Zones and currencies (part 1, section 3). */
import type { Context } from '../../context.ts';
import { listCurrencies, listZones } from '../../modules/reference/reference-repository.ts';
import type { Handlers } from '../handler.ts';

export function referenceHandlers(ctx: Context): Pick<Handlers, 'v2.zones' | 'v2.currencies'> {
  return {
    'v2.zones': async () => ({ data: await listZones(ctx.database.db) }),
    'v2.currencies': async () => {
      const currencies = await listCurrencies(ctx.database.db);
      return {
        data: currencies.map(({ id, english, chinese, symbol }) => ({
          id,
          english_name: english,
          chinese_name: chinese,
          symbol_unit: symbol,
        })),
      };
    },
  };
}
