/** Tariffs under their wire names: rate_1 sharp, rate_2 peak, rate_3 off-peak, rate_4 valley. */
import type { AnswerOf, BodyOf } from '@busbar/contract/call';
import type { CallByName } from '@busbar/contract/catalogue';
import type { RateRow } from '@busbar/contract/v2/energy/rates';
import { pickSnakeCase } from '@busbar/domain/key-case';
import type { TariffBand } from '@busbar/domain/tariff/band';
import type { BandPrices } from '@busbar/domain/tariff/price';
import { calendarOf } from '@busbar/domain/tariff/tariff-version';
import type { Static } from 'typebox';
import { type RateInput, tidyCalendar } from '../../areas/fleet/rates/rate-input.ts';
import type { Rate, WholeRate } from '../../areas/fleet/rates/rate-service.ts';

/** Wire names of the fields that services name by band. */
export const RATE_FIELDS = {
  sharp: 'rate_1',
  peak: 'rate_2',
  offPeak: 'rate_3',
  valley: 'rate_4',
} as const;

type RateBody = BodyOf<CallByName<'v2.rate.add'>>;

export function readRateBody(body: RateBody): RateInput {
  return {
    name: body.name,
    prices: { sharp: body.rate_1, peak: body.rate_2, offPeak: body.rate_3, valley: body.rate_4 },
    calendar: body.calendar,
  };
}

export function presentRate(rate: Rate): Static<typeof RateRow> {
  return {
    is_default: rate.isDefault ? 'yes' : 'no',
    ...presentPrices(rate.current.prices),
    ...pickSnakeCase(rate, 'id', 'name', 'nextStartDay', 'changeable'),
  };
}

export function presentWholeRate(whole: WholeRate): AnswerOf<CallByName<'v2.rate'>>['data'] {
  return {
    ...presentRate(whole),
    devices: whole.devices,
    versions: whole.versions.map((version) => ({
      calendar: tidyCalendar(calendarOf(version)),
      ...presentPrices(version.prices),
      ...pickSnakeCase(version, 'version', 'startDay', 'state', 'createdAt'),
    })),
  };
}

/** Null if no prices are set. */
function presentPrices(prices: BandPrices | null) {
  const priceOf = (band: TariffBand) => (prices === null ? null : Number(prices[band]));
  return {
    rate_1: priceOf('sharp'),
    rate_2: priceOf('peak'),
    rate_3: priceOf('offPeak'),
    rate_4: priceOf('valley'),
  };
}
