/**
 * Error messages for an invalid tariff calendar, as returned by the API; screens have translations
 * in six languages.
 */
import type { CalendarProblem } from '@busbar/domain/tariff/check-calendar';
import type { TariffCalendar } from '@busbar/domain/tariff/tariff-calendar';

export function textOfProblem(problem: CalendarProblem, { seasons }: TariffCalendar): string {
  const nameOf = (season: number) => seasons[season]?.name || `season ${season + 1}`;
  switch (problem.kind) {
    case 'no-season':
      return 'there is no season';
    case 'too-many':
      return `there are too many ${problem.what}`;
    case 'weekend-invalid':
      return 'the days of the weekend must be different ones of 1 (Monday) to 7 (Sunday)';
    case 'holiday-invalid':
      return `"${problem.value.slice(0, 20)}" is no day (YYYY-MM-DD, or MM-DD for every year)`;
    case 'season-day-invalid':
      return `${nameOf(problem.season)}: "${problem.value.slice(0, 20)}" is no day (MM-DD)`;
    case 'season-gap':
      return `no season from ${problem.from} to ${problem.to}`;
    case 'season-overlap':
      return `more than one season from ${problem.from} to ${problem.to}`;
    case 'edge-invalid':
      return `${nameOf(problem.season)}, ${problem.day}: ${problem.from} to ${problem.to} are no minutes of a day in steps of 5`;
    case 'gap':
      return `${nameOf(problem.season)}, ${problem.day}: no band from ${clock(problem.from)} to ${clock(problem.to)}`;
    case 'overlap':
      return `${nameOf(problem.season)}, ${problem.day}: more than one band from ${clock(problem.from)} to ${clock(problem.to)}`;
  }
}

/** Formats a minute as `HH:mm`, with 24:00 at the end of the day. */
function clock(minute: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
