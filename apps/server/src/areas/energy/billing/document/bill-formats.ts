/**
 * Numbers and days of a bill in the formats of the screens. All energies of a bill have the same
 * number of decimals, and so have all prices, so that their digits are below each other.
 */
import type { BillDocument, BillTaxRate } from '@busbar/domain/billing/bill-document';
import type { SettlementPeriod } from '@busbar/domain/billing/settlement-period';
import { LANGUAGE_TAGS } from '@busbar/domain/formats/language-tags';
import { formatAmount, formatMoney } from '@busbar/domain/formats/money-format';
import {
  ENERGY_UNIT,
  formatNumber,
  formatShortPercent,
} from '@busbar/domain/formats/number-format';
import { unitLabel } from '@busbar/domain/formats/unit-label';
import { addDays } from '@busbar/domain/local-date';

export interface BillFormats {
  readonly energyUnit: string;
  readonly energy: (wh: number) => string;
  /** Decimal text per kWh. */
  readonly price: (price: string) => string;
  /** In minor units, without the currency. */
  readonly amount: (minorUnits: number) => string;
  /** In minor units, with the currency before or after the number. */
  readonly money: (minorUnits: number) => string;
  readonly taxRate: (tax: BillTaxRate) => string;
  /** First and last day, both inclusive. */
  readonly period: (period: SettlementPeriod) => string;
}

export function billFormats(bill: BillDocument): BillFormats {
  const { language, currency, devices, adjustments } = bill;
  const tag = LANGUAGE_TAGS[language];
  const allLines = devices.flatMap(({ lines }) => lines);
  const energyDecimals = [...allLines, ...devices, ...adjustments].some(
    ({ energyWh }) => energyWh % 10 !== 0,
  )
    ? 3
    : 2;
  let priceDecimals = 2;
  for (const { price } of allLines)
    priceDecimals = Math.max(priceDecimals, decimalsOf(price ?? ''));
  return {
    energyUnit: unitLabel(ENERGY_UNIT, tag),
    energy: (wh) => formatNumber(shifted(wh, 3), energyDecimals, tag),
    price: (price) => formatNumber(price, priceDecimals, tag),
    amount: (minorUnits) => formatAmount(shifted(minorUnits, 2), currency, tag),
    money: (minorUnits) => formatMoney(shifted(minorUnits, 2), currency, tag),
    taxRate: ({ rate }) => formatShortPercent(rate, 3, tag),
    period: ({ start, end }) => `${start} – ${addDays(end, -1)}`,
  };
}

/** The integer divided by a power of ten, as decimal text, which is formatted exactly. */
function shifted(integer: number, digits: number): string {
  const text = String(Math.abs(integer)).padStart(digits + 1, '0');
  const sign = integer < 0 ? '-' : '';
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;
