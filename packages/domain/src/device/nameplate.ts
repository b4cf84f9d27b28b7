/**
 * Editable nameplate values of a device. A device reports its ratings when it connects (device
 * protocol, `info`), and reported values replace the edited ones.
 */
import { type LocalDate, parseLocalDate } from '../local-date.ts';

/** The first day supported by this platform's calendar. */
export const FIRST_INSTALLATION_DAY: LocalDate = '2000-01-01';
/** Bounds of `ratedVol` and `ratedCur` in the device protocol. */
export const HIGHEST_RATED_VOLTAGE_V = 1_000;
export const HIGHEST_RATED_CURRENT_A = 10_000;

/** True for a valid date that is not in the future; `today` is in the customer's zone. */
export function isInstallationDay(text: string, today: LocalDate): boolean {
  const day = parseLocalDate(text);
  return day !== undefined && day >= FIRST_INSTALLATION_DAY && day <= today;
}

/** Above zero and within what a device could report. */
export function isRating(value: number, highest: number): boolean {
  return Number.isFinite(value) && value > 0 && value <= highest;
}

/** Maximum validity of a replaced secret, ms; no maintenance trip takes longer. */
export const LONGEST_OLD_SECRET_MS = 30 * 86_400_000;

/** True if a secret that is replaced at `now` may remain valid until that time, epoch ms. */
export function mayOpenUntil(until: number, now: number): boolean {
  return until > now && until <= now + LONGEST_OLD_SECRET_MS;
}
