/** A scheduled report as the server answers it; tests of pure functions need no other answers. */
import type { Schedule } from '../../src/features/data-report/schedule.ts';

export const SELF = { id: 7, name: 'mira' };

/** A report scheduled for every Monday at seven, of the previous week, sent to the user. */
export function scheduleRow(over: Partial<Schedule> = {}): Schedule {
  return {
    id: 51,
    owner: SELF,
    own: true,
    type: 'energy',
    format: 'xlsx',
    every: 'week',
    day: 1,
    at: '07:00',
    span: 'last-week',
    group_id: null,
    device_codes: null,
    recipients: [SELF],
    by_mail: true,
    enabled: true,
    paused: '',
    next_at: Date.parse('2026-11-22T23:00:00Z'),
    runs: [],
    ...over,
  };
}
