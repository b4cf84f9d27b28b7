import type { Amount } from '@busbar/domain/tariff/amount';

/** An amount in units of the currency; an empty cell if it includes energy without a price. */
export const amountCell = (minorUnits: Amount): number | null =>
  minorUnits === null ? null : minorUnits / 100;
