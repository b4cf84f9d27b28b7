/** The format of a value as the tables of DL/T 645-2007 print it: `±XX.XXXX`. */
import type { IdentifierQuantity } from '@busbar/device-profiles/own/meter-table';

const MAX_BYTES = 7;

/** Returns undefined while the fields have no value that fits. */
export function valueFormat({
  bytes,
  decimals,
  signed,
}: Pick<IdentifierQuantity, 'bytes' | 'decimals' | 'signed'>): string | undefined {
  const isShown = Number.isInteger(bytes) && Number.isInteger(decimals);
  if (!isShown || bytes < 1 || bytes > MAX_BYTES || decimals < 0) return undefined;
  const digits = 2 * bytes;
  const before = digits > decimals ? 'X'.repeat(digits - decimals) : '0';
  const after = '0'.repeat(Math.max(0, decimals - digits)) + 'X'.repeat(Math.min(decimals, digits));
  return `${signed ? '±' : ''}${before}${after === '' ? '' : `.${after}`}`;
}
