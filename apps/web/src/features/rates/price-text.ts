/** Wire fields by tariff band. */
export const PRICE_FIELDS = {
  sharp: 'rate_1',
  peak: 'rate_2',
  offPeak: 'rate_3',
  valley: 'rate_4',
} as const;

export type PriceField = (typeof PRICE_FIELDS)[keyof typeof PRICE_FIELDS];
