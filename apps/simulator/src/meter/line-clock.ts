/** The clock of a meter on a line, in the zone of the installation. */
import { offsetMs } from '@busbar/domain/calendar';

/** Two-digit values: year, month, day, weekday, hour, minute, second. */
export function lineClock(now: number, zone: string): number[] {
  const local = new Date(now + offsetMs(now, zone));
  return [
    local.getUTCFullYear() % 100,
    local.getUTCMonth() + 1,
    local.getUTCDate(),
    local.getUTCDay(),
    local.getUTCHours(),
    local.getUTCMinutes(),
    local.getUTCSeconds(),
  ];
}
