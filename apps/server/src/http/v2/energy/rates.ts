/**
 * Tariffs and their versions on v2 (docs/specification/energy-and-fees.md 3 and 4;
 * docs/decisions.md 13 and 14).
 */

import type { rateCalls } from '@busbar/contract/v2/energy/rates';
import { addRate, changeRate, withdrawVersion } from '../../../areas/energy/tariffs/save-rate.ts';
import { findRate, findRates } from '../../../areas/fleet/rates/rate-service.ts';
import { removeRate } from '../../../areas/fleet/rates/remove-rate.ts';
import { parseId } from '../../../areas/shared/identifier.ts';
import type { Context } from '../../../context.ts';
import type { HandlersOf } from '../../calls/handler.ts';
import {
  presentRate,
  presentWholeRate,
  RATE_FIELDS,
  readRateBody,
} from '../../present/present-rate.ts';
import { REFUSAL_MESSAGES } from '../../responses/errors.ts';
import { onWire } from '../../responses/field-names.ts';

export function rateHandlers(ctx: Context): HandlersOf<typeof rateCalls> {
  return {
    'v2.rates': async ({ caller }) => {
      const rates = await findRates(ctx, caller);
      return rates.ok ? { data: rates.value.map(presentRate) } : rates;
    },
    'v2.rate': async ({ params, caller }) => {
      const rate = await findRate(ctx, caller, params.id);
      return rate.ok ? { data: presentWholeRate(rate.value) } : rate;
    },
    'v2.rate.add': async ({ body, caller }) => {
      const added = await addRate(ctx, caller, readRateBody(body));
      return added.ok
        ? { msg: REFUSAL_MESSAGES.saved, data: presentWholeRate(added.value) }
        : onWire(added, RATE_FIELDS);
    },
    'v2.rate.change': async ({ params, body, caller }) => {
      const input = { ...readRateBody(body), startDay: body.start_day };
      const changed = await changeRate(ctx, caller, params.id, input);
      return changed.ok
        ? { msg: REFUSAL_MESSAGES.updated, data: presentWholeRate(changed.value) }
        : onWire(changed, RATE_FIELDS);
    },
    'v2.rate.delete': async ({ params, caller }) => {
      const removed = await removeRate(ctx, caller, params.id);
      return removed.ok ? { msg: REFUSAL_MESSAGES.deleted } : removed;
    },
    'v2.rate.version.withdraw': async ({ params, caller }) => {
      const version = parseId(params.version) ?? 0;
      const withdrawn = await withdrawVersion(ctx, caller, params.id, version);
      return withdrawn.ok
        ? { msg: REFUSAL_MESSAGES.deleted, data: presentWholeRate(withdrawn.value) }
        : withdrawn;
    },
  };
}
