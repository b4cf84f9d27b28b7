import { describe, expect, it } from 'vitest';
import { scheduleRow } from '../../../test/answers/schedule-row.ts';
import type { Schedule } from './schedule.ts';
import {
  bodyOf,
  draftOf,
  isCutShort,
  isWhole,
  MONTH_DAYS,
  newSchedule,
  rhythmOf,
  type ScheduleDraft,
} from './schedule-draft.ts';

const people = [
  { id: 7, name: 'mira', mail: true },
  { id: 9, name: 'ivo', mail: false },
];
const whole = newSchedule(people, 7, true);

it.each<[number, boolean, number[], boolean]>([
  [7, true, [7], true],
  [7, false, [7], false],
  [9, true, [9], false],
  [1, true, [], false],
])(
  'a new schedule of user %i (mail server: %s) is for %j, by mail: %s',
  (self, hasMail, recipients, isByMail) => {
    expect(newSchedule(people, self, hasMail)).toMatchObject({ recipients, by_mail: isByMail });
  },
);

it.each<[Partial<Schedule>, object]>([
  [{}, { group_id: null, device_codes: null, recipients: [7], every: 'week', day: 1 }],
  [{ group_id: 4 }, { group_id: 4, device_codes: null }],
  [{ device_codes: ['a', 'b'] }, { group_id: null, device_codes: ['a', 'b'] }],
  [
    { every: 'month', day: 31 },
    { every: 'month', day: 31 },
  ],
  [
    { every: 'day', day: null, span: 'last-month' },
    { every: 'day', span: 'last-month' },
  ],
])('saves unchanged data as it was read: %j', (over, body) => {
  expect(bodyOf(draftOf(scheduleRow(over)))).toMatchObject(body);
});

describe('a schedule draft', () => {
  it.each<[Partial<ScheduleDraft>, boolean]>([
    [{}, true],
    [{ at: '' }, false],
    [{ at: '24:00' }, false],
    [{ at: '23:59' }, true],
    [{ at: '715' }, true],
    [{ at: '7' }, false],
    [{ recipients: [] }, false],
    [{ recipients: Array.from({ length: 10 }, (_, i) => i) }, true],
    [{ recipients: Array.from({ length: 11 }, (_, i) => i) }, false],
    [{ scope: { kind: 'devices', group: undefined, devices: [] } }, false],
    [{ scope: { kind: 'group', group: undefined, devices: [] } }, false],
    [{ scope: { kind: 'group', group: 4, devices: [] } }, true],
    [{ day: 8 }, false],
    [{ every: 'day' }, false],
  ])('with %j can be saved: %s', (over, expected) => {
    expect(isWhole({ ...whole, ...over })).toBe(expected);
  });

  it.each(['day', 'week', 'month'] as const)(
    'can be saved with the defaults of the frequency %s',
    (every) => {
      expect(isWhole({ ...whole, ...rhythmOf(every) })).toBe(true);
    },
  );

  it('can be saved with every day of the month that is offered', () => {
    expect(MONTH_DAYS.every((day) => isWhole({ ...whole, every: 'month', day }))).toBe(true);
    expect(MONTH_DAYS).toHaveLength(29);
  });
});

it.each<[ScheduleDraft['type'], ScheduleDraft['span'], boolean]>([
  ['parameter', 'last-month', true],
  ['parameter', 'last-week', false],
  ['parameter', 'yesterday', false],
  ['energy', 'last-month', false],
])('a report of kind %s for %s is cut: %s', (type, span, expected) => {
  expect(isCutShort({ ...whole, type, span })).toBe(expected);
});
