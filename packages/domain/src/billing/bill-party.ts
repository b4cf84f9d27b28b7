/** The parties of a bill, as users enter them: one line each, and an address of several lines. */
import type { Refusal } from '../refusal.ts';
import { type BillParty, type BillTaxRate, isTaxRate } from './bill-document.ts';

/** In characters. */
export const PARTY_LIMITS = { name: 120, address: 400, taxNumber: 60, taxName: 40 } as const;
export const MAX_ADDRESS_LINES = 6;

export interface PartyProblem {
  readonly refusal: Refusal;
  readonly field: keyof BillParty | 'taxName' | 'taxRate';
}

/** Returns the first problem of a party, in the order of the form. */
export function partyProblem(party: BillParty): PartyProblem | undefined {
  if (party.name === '') return { refusal: 'bill-name-required', field: 'name' };
  const isTooLong = (field: keyof BillParty) => [...party[field]].length > PARTY_LIMITS[field];
  const tooLong = (['name', 'address', 'taxNumber'] as const).find(isTooLong);
  if (tooLong !== undefined) return { refusal: 'bill-text-too-long', field: tooLong };
  if (party.address.split('\n').length > MAX_ADDRESS_LINES) {
    return { refusal: 'bill-text-too-long', field: 'address' };
  }
  return undefined;
}

/** A tax without a rate is no tax line; a rate needs the name of its tax. */
export function taxProblem(name: string, rate: string | null): PartyProblem | undefined {
  if ([...name].length > PARTY_LIMITS.taxName) {
    return { refusal: 'bill-text-too-long', field: 'taxName' };
  }
  if (rate === null) return undefined;
  if (!isTaxRate(rate)) return { refusal: 'tax-rate-invalid', field: 'taxRate' };
  return name === '' ? { refusal: 'tax-name-required', field: 'taxName' } : undefined;
}

/** Returns null without a rate. Trailing zeros of the database column are removed. */
export function taxOfIssuer(name: string, rate: string | null): BillTaxRate | null {
  if (rate === null) return null;
  return { name, rate: rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate };
}
