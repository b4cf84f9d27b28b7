/** Numbers and file names of issued bills. */
import type { LocalDate } from '../local-date.ts';

const DIGITS = 4;
const MAX_NAME = 60;

/** Bills are numbered in each year from 1 without gaps: `2026-0001`. */
export function billNumber(issuedOn: LocalDate, serial: number): string {
  return `${issuedOn.slice(0, 4)}-${String(serial).padStart(DIGITS, '0')}`;
}

/**
 * Name of the file of a bill, valid in a path and on Windows: letters and digits of any language.
 * The number comes first, so it is unique in an archive.
 */
export function billFileName(number: string, groupName: string): string {
  const words = groupName.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = [...words.join('-')].slice(0, MAX_NAME).join('');
  return `${name === '' ? number : `${number}-${name}`}.pdf`;
}
