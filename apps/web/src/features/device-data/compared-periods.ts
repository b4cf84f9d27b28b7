/** The other periods a comparison offers; apart from their arithmetic, so that an address is read without it. */
export const COMPARED_PERIODS = ['day', 'week', 'month', 'year', 'custom'] as const;
export type ComparedPeriod = (typeof COMPARED_PERIODS)[number];
