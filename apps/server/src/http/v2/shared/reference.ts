/** Zones and currencies (docs/specification/accounts.md 3.7, docs/specification/calls.md 2.1). */

import type { referenceCalls } from '@busbar/contract/v2/shared/reference';
import { saveCurrency } from '../../../areas/shared/reference/currency-service.ts';
import {
  type Currency,
  listCurrencies,
  listZones,
} from '../../../areas/shared/reference/reference-queries.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

const WIRE_NAMES = { english: 'english_name', chinese: 'chinese_name', symbol: 'symbol_unit' };

export function referenceHandlers(ctx: Context): HandlersOf<typeof referenceCalls> {
  return {
    'v2.zones': async () => ({ data: await listZones(ctx.database.db) }),
    'v2.currencies': async () => {
      const currencies = await listCurrencies(ctx.database.db);
      return { data: currencies.map(presentCurrency) };
    },
    'v2.currency.add': async ({ body, caller }) => {
      const saved = await saveCurrency(ctx, caller, undefined, readCurrency(body));
      return saved.ok
        ? { msg: REFUSAL_MESSAGES.saved, data: presentCurrency(saved.value) }
        : onWire(saved, WIRE_NAMES);
    },
    'v2.currency.change': async ({ body, caller }) => {
      const saved = await saveCurrency(ctx, caller, body.id, readCurrency(body));
      return saved.ok
        ? { msg: REFUSAL_MESSAGES.updated, data: presentCurrency(saved.value) }
        : onWire(saved, WIRE_NAMES);
    },
  };
}

function readCurrency(body: { english_name: string; chinese_name: string; symbol_unit: string }) {
  return { english: body.english_name, chinese: body.chinese_name, symbol: body.symbol_unit };
}

function presentCurrency({ id, english, chinese, symbol }: Omit<Currency, 'code'>) {
  return { id, english_name: english, chinese_name: chinese, symbol_unit: symbol };
}
