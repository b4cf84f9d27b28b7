/**
 * Numbers and days of a bill in the formats of the screens. All energies of a bill have the same
 * number of decimals, and so have all prices, so that their digits are below each other.
 */
import type { BillDocument, BillTaxRate } from '@busbar/domain/billing/bill-document';
import type { SettlementPeriod } from '@busbar/domain/billing/settlement-period';
import { LANGUAGE_TAGS } from '@busbar/domain/language-tags';
import { addDays } from '@busbar/domain/local-date';
import { isSignFirst, numberFormat } from '@busbar/domain/number-format';
import { currencyDecimals } from '@busbar/domain/tariff/currency';
import { unitLabel } from '@busbar/domain/unit-label';

const MINUS = '\u2212';
const NARROW_SPACE = '\u202f';

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
  const amountDecimals = currencyDecimals(currency);
  const amount = (minorUnits: number) =>
    decimalText(tag, shifted(minorUnits, 2), amountDecimals, amountDecimals);
  const isCurrencyFirst = isSignFirst(tag);
  return {
    energyUnit: unitLabel('kWh', tag),
    energy: (wh) => decimalText(tag, shifted(wh, 3), energyDecimals, energyDecimals),
    price: (price) => decimalText(tag, price, priceDecimals, priceDecimals),
    amount,
    money: (minorUnits) => {
      const number = amount(Math.abs(minorUnits));
      const text = isCurrencyFirst
        ? `${currency}${NARROW_SPACE}${number}`
        : `${number}${NARROW_SPACE}${currency}`;
      return minorUnits < 0 ? `${MINUS}${text}` : text;
    },
    taxRate: ({ rate }) => {
      const space = decimalComma(tag) ? NARROW_SPACE : '';
      return `${decimalText(tag, rate, 0, 3)}${space}%`;
    },
    period: ({ start, end }) => `${start} – ${addDays(end, -1)}`,
  };
}

/** Exact: a decimal text is never converted to a binary fraction. */
function decimalText(tag: string, text: string, min: number, max: number): string {
  const number = numberFormat(tag, min, max).format(
    text.replace('-', '') as Intl.StringNumericLiteral,
  );
  return text.startsWith('-') ? `${MINUS}${number}` : number;
}

/** The integer divided by a power of ten, as decimal text. */
function shifted(integer: number, digits: number): string {
  const text = String(Math.abs(integer)).padStart(digits + 1, '0');
  const sign = integer < 0 ? '-' : '';
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;

const decimalComma = (tag: string): boolean => decimalText(tag, '0.5', 1, 1).includes(',');
