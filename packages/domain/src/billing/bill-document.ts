/**
 * The bill of a group as a document: all parts that its file contains, as they were when the bill
 * was issued. It is issued for closed periods whose lines all have a price.
 */
import type { LocalDate } from '../local-date.ts';
import type { NotificationLanguage } from '../notification/channel.ts';
import { type Amount, sumAmounts } from '../tariff/amount.ts';
import type { TariffBand } from '../tariff/band.ts';
import type { CurrencyDecimals } from '../tariff/currency.ts';
import type { SettlementPeriod } from './settlement-period.ts';

export interface BillParty {
  readonly name: string;
  /** Lines joined by `\n`; may be empty. */
  readonly address: string;
  /** May be empty. */
  readonly taxNumber: string;
}

export interface BillDocumentLine {
  readonly rateName: string;
  readonly rateVersion: number;
  readonly band: TariffBand;
  /** Decimal text per kWh; null if the tariff version has no price. */
  readonly price: string | null;
  readonly energyWh: number;
  /** In minor units; null if the tariff version has no price. */
  readonly amount: Amount;
}

export interface BillDocumentDevice {
  readonly name: string;
  readonly code: string;
  readonly lines: readonly BillDocumentLine[];
  /** Sum of the lines. */
  readonly energyWh: number;
  /** Sum of the lines, in minor units. */
  readonly amount: Amount;
}

export interface BillDocumentAdjustment {
  readonly deviceName: string;
  readonly deviceCode: string;
  /** First day of the closed period that changed. */
  readonly ofStart: LocalDate;
  readonly energyWh: number;
  /** In minor units; negative for a credit to the addressee. */
  readonly amount: number;
  readonly reason: 'correction' | 'late-readings';
}

/** A tax as the customer configured it. */
export interface BillTaxRate {
  /** The name that the customer entered, for example "VAT". */
  readonly name: string;
  /** Percent as decimal text, 0 to 100 with up to 3 decimals, for example "19". */
  readonly rate: string;
}

export interface BillTax extends BillTaxRate {
  /** In minor units. */
  readonly amount: number;
}

/** In minor units. */
export interface BillTotals {
  /** Devices and adjustments. */
  readonly subtotal: number;
  readonly tax: BillTax | null;
  readonly total: number;
}

export interface BillDocument extends BillTotals {
  readonly number: string;
  readonly issuedOn: LocalDate;
  readonly issuer: BillParty;
  readonly addressee: BillParty;
  readonly groupName: string;
  readonly period: SettlementPeriod;
  /** Code of the currency. */
  readonly currency: string;
  readonly devices: readonly BillDocumentDevice[];
  readonly adjustments: readonly BillDocumentAdjustment[];
  readonly language: NotificationLanguage;
}

const RATE = /^([0-9]{1,3})(?:\.([0-9]{1,3}))?$/;
const DIGITS_AFTER_POINT = 3;
/** A rate of 100 percent, in thousandths of a percent. */
const WHOLE = 100_000;

/** Returns undefined if the text is no percentage from 0 to 100 with up to three decimals. */
function rateThousandths(rate: string): number | undefined {
  const [, whole, fraction = ''] = RATE.exec(rate) ?? [];
  if (whole === undefined) return undefined;
  const thousandths = Number(whole + fraction.padEnd(DIGITS_AFTER_POINT, '0'));
  return thousandths <= WHOLE ? thousandths : undefined;
}

export function isTaxRate(rate: string): boolean {
  return rateThousandths(rate) !== undefined;
}

/**
 * Tax on the subtotal, both in minor units: rounded once, half away from zero, to hundredths or to
 * whole units of a currency without minor units. A credit has a negative tax. Throws for a rate
 * that `isTaxRate` rejects.
 */
export function taxOf(subtotal: number, rate: string, decimals: CurrencyDecimals): number {
  const thousandths = rateThousandths(rate);
  if (thousandths === undefined) throw new RangeError(`"${rate}" is no tax rate`);
  const step = decimals === 0 ? 100 : 1;
  const divisor = BigInt(WHOLE * step);
  const size = BigInt(Math.abs(subtotal)) * BigInt(thousandths);
  const tax = Number((2n * size + divisor) / (2n * divisor)) * step;
  return subtotal < 0 && tax > 0 ? -tax : tax;
}

/** Returns undefined if a device has energy without a price: its bill cannot be issued. */
export function billTotals(
  devices: readonly Pick<BillDocumentDevice, 'amount'>[],
  adjustments: readonly Pick<BillDocumentAdjustment, 'amount'>[],
  tax: BillTaxRate | null,
  decimals: CurrencyDecimals,
): BillTotals | undefined {
  const subtotal = sumAmounts([...devices, ...adjustments].map(({ amount }) => amount));
  if (subtotal === null) return undefined;
  if (tax === null) return { subtotal, tax: null, total: subtotal };
  const amount = taxOf(subtotal, tax.rate, decimals);
  return { subtotal, tax: { ...tax, amount }, total: subtotal + amount };
}
