/** Form values of a tariff, and their initial values from a version. */
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import { PRICE_FIELDS, type PriceField } from './price-text.ts';
import type { RateVersion } from './use-rates.ts';

/** Named as on the wire, so that a refusal maps to its field. */
export type RateFormValues = { name: string; start_day?: string | undefined } & Record<
  PriceField,
  number | null
>;

export const PRICE_FIELD_LIST = TARIFF_BANDS.map((band) => ({ band, field: PRICE_FIELDS[band] }));

export const hasPrices = ({ rate_1 }: { readonly rate_1: number | null }) => rate_1 !== null;

/** Returns true if a version without prices is in force on any day; `versions` are newest first. */
export function hasUnpricedDays(versions: readonly RateVersion[]): boolean {
  return versions.some(
    (version, index) =>
      !hasPrices(version) &&
      !versions
        .slice(0, index)
        .some(({ start_day }) => start_day === null || start_day === version.start_day),
  );
}

/** Returns the version in force on a day; `versions` are newest first, as sent by the server. */
export function versionAt(versions: readonly RateVersion[], day: string): RateVersion | undefined {
  return versions.find(({ start_day }) => start_day === null || start_day <= day);
}

/** The first prices have no default start day: they apply to all days without prices. */
export function formValues(name: string, version: RateVersion, startDay: string): RateFormValues {
  const { rate_1, rate_2, rate_3, rate_4 } = version;
  return {
    name,
    start_day: hasPrices(version) ? startDay : undefined,
    rate_1,
    rate_2,
    rate_3,
    rate_4,
  };
}

/** Returns the next day, `YYYY-MM-DD`; independent of the time zone. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
