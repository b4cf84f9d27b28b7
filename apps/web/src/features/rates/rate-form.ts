/** What the form of a tariff holds, and how a version fills it. */
import { TARIFF_BANDS } from '@busbar/domain/tariff/band';
import { PRICE_FIELDS, type PriceField } from './price-text.ts';
import type { RateVersion } from './use-rates.ts';

/** Named as on the wire, so that the field of a refusal finds its place. */
export type RateFormValues = { name: string; start_day?: string | undefined } & Record<
  PriceField,
  number | null
>;

export const PRICE_FIELD_LIST = TARIFF_BANDS.map((band) => ({ band, field: PRICE_FIELDS[band] }));

export const hasPrices = ({ rate_1 }: { readonly rate_1: number | null }) => rate_1 !== null;

/** Whether a version without prices is in force on any day; `versions` newest first. */
export function hasUnpricedDays(versions: readonly RateVersion[]): boolean {
  return versions.some(
    (version, index) =>
      !hasPrices(version) &&
      !versions
        .slice(0, index)
        .some(({ start_day }) => start_day === null || start_day === version.start_day),
  );
}

/** The version in force on a day; `versions` newest first, as the server sends them. */
export function versionAt(versions: readonly RateVersion[], day: string): RateVersion | undefined {
  return versions.find(({ start_day }) => start_day === null || start_day <= day);
}

/** The first prices have no start day at first: they count for all days without prices. */
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

/** The day after a day, `YYYY-MM-DD`; no zone has a part in it. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
