/**
 * What a person may write of a device's nameplate. A device tells its ratings itself when it
 * connects (device protocol, `info`), and what it tells replaces what was written.
 */
import { type LocalDate, parseLocalDate } from '../local-date.ts';

/** The first day of this platform's calendar. */
export const FIRST_INSTALLATION_DAY: LocalDate = '2000-01-01';
/** The bounds of `ratedVol` and `ratedCur` in the device protocol. */
export const HIGHEST_RATED_VOLTAGE_V = 1_000;
export const HIGHEST_RATED_CURRENT_A = 10_000;

/** A day of the calendar that has come: `today` in the customer's zone. */
export function isInstallationDay(text: string, today: LocalDate): boolean {
  const day = parseLocalDate(text);
  return day !== undefined && day >= FIRST_INSTALLATION_DAY && day <= today;
}

/** Above nothing and within what a device could tell. */
export function isRating(value: number, highest: number): boolean {
  return Number.isFinite(value) && value > 0 && value <= highest;
}

/** A secret that was replaced may go on opening for so long, ms: nobody travels for longer. */
export const LONGEST_OLD_SECRET_MS = 30 * 86_400_000;

/** Whether a secret replaced at `now` may open until then, epoch ms. */
export function mayOpenUntil(until: number, now: number): boolean {
  return until > now && until <= now + LONGEST_OLD_SECRET_MS;
}
