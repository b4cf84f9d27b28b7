/** Names of comparison periods; separate from their arithmetic, so URL parsing does not load it. */
export const COMPARED_PERIODS = ['day', 'week', 'month', 'year', 'custom'] as const;
export type ComparedPeriod = (typeof COMPARED_PERIODS)[number];
