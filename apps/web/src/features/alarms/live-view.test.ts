import { expect, it } from 'vitest';
import { alarmRow } from '../../../test/answers/alarm-answers.ts';
import { shownLive } from './live-view.ts';

it('shows alarms that are neither handled nor snoozed', () => {
  const rows = [
    alarmRow({ id: 1 }),
    alarmRow({ id: 2, handled: true }),
    alarmRow({ id: 3, snoozed_until: 2_000 }),
  ];
  const ids = (view: 'all' | 'unhandled', now: number) =>
    shownLive(rows, view, now).map(({ id }) => id);
  expect(ids('all', 1_000)).toEqual([1, 2, 3]);
  expect(ids('unhandled', 1_000)).toEqual([1]);
  expect(ids('unhandled', 2_000)).toEqual([1, 3]);
});
