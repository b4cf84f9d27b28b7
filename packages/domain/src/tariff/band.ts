/**
 * The four tariff bands and their default hours, for devices that report only a total. rate_1 is
 * sharp, rate_2 peak, rate_3 off-peak (the flat band), rate_4 valley. Hours are local hours of the
 * customer's zone.
 */
export const TARIFF_BANDS = ['sharp', 'peak', 'offPeak', 'valley'] as const;

export type TariffBand = (typeof TARIFF_BANDS)[number];

export interface BandHours {
  readonly band: TariffBand;
  /** First hour of the span, 0 to 23. */
  readonly fromHour: number;
  /** First hour after the span, 1 to 24. */
  readonly toHour: number;
}

export const DEFAULT_BAND_HOURS: readonly BandHours[] = [
  { band: 'valley', fromHour: 0, toHour: 7 },
  { band: 'offPeak', fromHour: 7, toHour: 8 },
  { band: 'peak', fromHour: 8, toHour: 11 },
  { band: 'offPeak', fromHour: 11, toHour: 17 },
  { band: 'peak', fromHour: 17, toHour: 19 },
  { band: 'sharp', fromHour: 19, toHour: 21 },
  { band: 'peak', fromHour: 21, toHour: 22 },
  { band: 'offPeak', fromHour: 22, toHour: 23 },
  { band: 'valley', fromHour: 23, toHour: 24 },
];

const BAND_OF_HOUR: readonly TariffBand[] = DEFAULT_BAND_HOURS.flatMap(
  ({ band, fromHour, toHour }) => Array<TariffBand>(toHour - fromHour).fill(band),
);

/** Band of a local hour, 0 to 23; throws for any other value, which is a bug of the caller. */
export function bandOfHour(hour: number): TariffBand {
  const band = BAND_OF_HOUR[hour];
  if (band === undefined) throw new RangeError(`hour ${hour} is not 0 to 23`);
  return band;
}
