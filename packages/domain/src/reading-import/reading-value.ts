/**
 * Values in files of readings, kWh. A number has one decimal sign and no other: `1,234` means one
 * number where the comma is the decimal sign and another one where it separates thousands, so the
 * user chooses the decimal sign, and separated thousands are rejected.
 */
import type { ReadingCell } from './read-reading-table.ts';
import { MAX_READING_KWH } from './reading-limits.ts';
import type { ReadingProblemReason } from './reading-problem.ts';

export type DecimalSign = 'point' | 'comma';

export type ReadValue = { readonly kwh: number } | { readonly reason: ReadingProblemReason };

const PATTERNS = { point: /^(-?\d+)(?:\.(\d+))?$/, comma: /^(-?\d+)(?:,(\d+))?$/ } as const;
/** Finer digits are those of binary numbers in workbooks. */
const DECIMALS = 6;

export function readValue({ text, isNumber }: ReadingCell, decimalSign: DecimalSign): ReadValue {
  if (text === '') return { reason: 'value-missing' };
  const match = PATTERNS[isNumber ? 'point' : decimalSign].exec(text);
  if (match === null) return { reason: 'value-unreadable' };
  const [, whole = '0', fraction = '0'] = match;
  const exact = Number(`${whole}.${fraction}`);
  if (exact < 0) return { reason: 'value-negative' };
  if (exact > MAX_READING_KWH) return { reason: 'value-too-large' };
  return { kwh: Number(exact.toFixed(DECIMALS)) };
}
