/**
 * Time labels of an axis in the customer's zone, in the format `14:05`, with the date at the start
 * of a day. This format is readable in every language and is not reversed in a right-to-left page.
 */
import { formatMoment } from '@busbar/domain/formats/time-format';

const MINUTE_S = 60;
const DAY_S = 86_400;

/** Labels for axis ticks. `splits` are in seconds; `stepS` is the distance between two ticks. */
export function axisTimeLabels(splits: readonly number[], stepS: number, zone: string): string[] {
  let lastDay = '';
  return splits.map((seconds) => {
    const text = formatMoment(seconds * 1000, zone);
    const day = text.slice(5, 10);
    const clock = stepS < MINUTE_S ? text.slice(11, 19) : text.slice(11, 16);
    const isNewDay = day !== lastDay;
    lastDay = day;
    if (stepS >= DAY_S) return day;
    return isNewDay ? `${clock}\n${day}` : clock;
  });
}

/**
 * A date whose local fields are the wall clock of the zone, as the chart library expects it. Its
 * own function creates a formatter for each tick, which costs more than drawing the lines.
 */
export function zonedDate(ms: number, zone: string): Date {
  const date = new Date(formatMoment(ms, zone).replace(' ', 'T'));
  date.setMilliseconds(new Date(ms).getMilliseconds());
  return date;
}
