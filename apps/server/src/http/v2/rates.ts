/** Tariffs (part 2, sections 3 and 7; decisions 13). */
import type { RateRow } from '@busbar/contract/v2/rates';
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import type { Rate } from '../../modules/rates/rate-repository.ts';
import { findRates } from '../../modules/rates/rate-service.ts';
import type { Handlers } from '../handler.ts';

/** rate_1 sharp, rate_2 peak, rate_3 off-peak, rate_4 valley. */
export function presentRate(rate: Rate): Static<typeof RateRow> {
  return {
    id: rate.id,
    name: rate.name,
    rate_1: Number(rate.sharp),
    rate_2: Number(rate.peak),
    rate_3: Number(rate.offPeak),
    rate_4: Number(rate.valley),
    is_default: rate.isDefault ? 'yes' : 'no',
  };
}

export function rateHandlers(ctx: Context): Pick<Handlers, 'v2.rates'> {
  return {
    'v2.rates': async ({ caller }) => {
      const rates = await findRates(ctx, caller);
      return rates.ok ? { data: rates.value.map(presentRate) } : rates;
    },
  };
}
