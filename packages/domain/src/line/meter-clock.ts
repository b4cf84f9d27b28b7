/**
 * The clock of a meter on a line, which the platform reads before it switches the meter: a switching
 * command contains the time, by this clock, until which the meter may carry it out. A meter whose
 * clock is an hour off therefore still refuses a command that was delayed on its way.
 */

/** Local date and time of a meter; the year has four digits, the month begins at 1. */
export interface MeterTime extends MeterDate, TimeOfDay {}

export interface MeterDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const SECOND_MS = 1000;

/**
 * The date and the time are separate values, so the date may have changed between the two requests.
 * `sinceMs` is the time from the request of the date to the answer with the time.
 */
export function isDateCertain({ hour, minute, second }: TimeOfDay, sinceMs: number): boolean {
  const secondOfDay = (hour * 60 + minute) * 60 + second;
  return secondOfDay * SECOND_MS > sinceMs;
}

/**
 * Returns the last second in which the meter may carry the command out, which ends before the
 * command expires; undefined if the command expires earlier than that. `remainingMs` is the life of
 * the command when the answer with `time` arrived. The meter does not send fractions of a second, so
 * a command that is valid until 10:00:05 is still carried out just before 10:00:06.
 */
export function validUntil(time: MeterTime, remainingMs: number): MeterTime | undefined {
  const seconds = Math.floor(remainingMs / SECOND_MS) - 1;
  return seconds < 1 ? undefined : laterBy(time, seconds);
}

function laterBy(
  { year, month, day, hour, minute, second }: MeterTime,
  seconds: number,
): MeterTime {
  const end = new Date(Date.UTC(year, month - 1, day, hour, minute, second + seconds));
  return {
    year: end.getUTCFullYear(),
    month: end.getUTCMonth() + 1,
    day: end.getUTCDate(),
    hour: end.getUTCHours(),
    minute: end.getUTCMinutes(),
    second: end.getUTCSeconds(),
  };
}

/** Returns undefined if there is no such day. */
export function meterDate(year: number, month: number, day: number): MeterDate | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? { year, month, day }
    : undefined;
}

/** Returns undefined if there is no such time. */
export function timeOfDay(hour: number, minute: number, second: number): TimeOfDay | undefined {
  return hour < 24 && minute < 60 && second < 60 ? { hour, minute, second } : undefined;
}
