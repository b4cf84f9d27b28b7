/** Validates a tariff from a form or a request before it is written. */
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { TARIFF_BANDS, type TariffBand } from '@busbar/domain/tariff/band';
import { checkCalendar } from '@busbar/domain/tariff/check-calendar';
import { type BandPrices, type PriceInput, readPrice } from '@busbar/domain/tariff/price';
import type { BandSpan, TariffCalendar } from '@busbar/domain/tariff/tariff-calendar';
import { plainText } from '../../shared/plain-text.ts';
import { textOfProblem } from './calendar-texts.ts';

export interface RateInput {
  readonly name: string | null | undefined;
  readonly prices: Readonly<Record<TariffBand, PriceInput>>;
  /**
   * Seasons and hours; default to the standard hours for a new tariff, and to the existing ones for
   * a new version.
   */
  readonly calendar?: TariffCalendar | null | undefined;
}

export interface ValidRate {
  readonly name: string;
  readonly prices: BandPrices;
  readonly calendar: TariffCalendar | undefined;
}

/**
 * Validates a tariff: the name and all four prices are required, none of them zero
 * (docs/specification/energy-and-fees.md 4.1).
 */
export function validateRate(input: RateInput): Outcome<ValidRate> {
  const name = plainText(input.name);
  if (name === '') return refused('rate-info-required', 'name');
  const read = TARIFF_BANDS.map((band) => ({ band, price: readPrice(input.prices[band]) }));
  for (const problem of ['missing', 'invalid'] as const) {
    const wrong = read.find(({ price }) => !price.ok && price.problem === problem);
    if (wrong === undefined) continue;
    return refused(problem === 'missing' ? 'rate-info-required' : 'price-invalid', wrong.band);
  }
  const prices = Object.fromEntries(
    read.map(({ band, price }) => [band, price.ok ? price.text : '']),
  ) as unknown as BandPrices;
  const calendar = input.calendar == null ? undefined : tidyCalendar(input.calendar);
  const problems = calendar === undefined ? [] : checkCalendar(calendar);
  if (calendar !== undefined && problems.length > 0) {
    const texts = problems.slice(0, MAX_PROBLEMS).map((one) => textOfProblem(one, calendar));
    return refused('calendar-invalid', 'calendar', texts.join('; '));
  }
  return done({ name, prices, calendar });
}

/** Maximum number of problems in one error message. */
const MAX_PROBLEMS = 5;

/** Normalizes the order of fields, so that equivalent calendars have the same text. */
export function tidyCalendar({ weekend, holidays, seasons }: TariffCalendar): TariffCalendar {
  const tidySpans = (spans: readonly BandSpan[]) =>
    spans.map(({ band, from, to }) => ({ band, from, to })).sort((a, b) => a.from - b.from);
  return {
    weekend: [...weekend].sort((a, b) => a - b),
    holidays: [...new Set(holidays)].sort(),
    seasons: seasons.map(({ name, from, to, weekday, ...season }) => ({
      name: plainText(name),
      from,
      to,
      weekday: tidySpans(weekday),
      weekend: season.weekend === null ? null : tidySpans(season.weekend),
      holiday: season.holiday === null ? null : tidySpans(season.holiday),
    })),
  };
}
