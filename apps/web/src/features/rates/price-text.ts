/** Prices as they are shown: two decimals, and as many more as there are, in the language's digits. */
export function priceText(price: number, tag: string): string {
  return new Intl.NumberFormat(tag, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  }).format(price);
}

/** The fields of the wire by band. */
export const PRICE_FIELDS = {
  sharp: 'rate_1',
  peak: 'rate_2',
  offPeak: 'rate_3',
  valley: 'rate_4',
} as const;

export type PriceField = (typeof PRICE_FIELDS)[keyof typeof PRICE_FIELDS];
