import { describe, expect, it } from 'vitest';
import { notificationSettings } from '../../../test/answers/notification-answers.ts';
import {
  draftOf,
  type PreferenceDraft,
  type SettingsDraft,
  settingsProblems,
  withType,
} from './settings-draft.ts';

const draft = draftOf(notificationSettings({ types: [] }));
const preference = (part: Partial<PreferenceDraft>): Partial<SettingsDraft> => ({
  types: [draft.types[0]!, { ...draft.types[0]!, alarm_type: 'overTemp', ...part }],
});

describe('the notification settings draft', () => {
  it('shows the defaults of a user without saved settings: in-platform messages only', () => {
    expect(draft.types).toEqual([
      expect.objectContaining({ alarm_type: '*', in_app: true, mail: false, interval_min: 10 }),
    ]);
  });

  it('lists the entry for all other types first', () => {
    const types = [
      { ...notificationSettings().types[0]!, alarm_type: 'overTemp' },
      { ...notificationSettings().types[0]!, alarm_type: '*', mail: true },
    ];
    const sorted = draftOf(notificationSettings({ types })).types;
    expect(sorted.map(({ alarm_type }) => alarm_type)).toEqual(['*', 'overTemp']);
    expect(withType({ ...draft, types: sorted }, 'lampFault').types[2]).toEqual(
      expect.objectContaining({ alarm_type: 'lampFault', mail: true }),
    );
  });

  it.each([
    ['no change', {}, {}],
    ['a mail address', { mail_address: 'ana@example.org' }, {}],
    [
      'two mail addresses',
      { mail_address: 'a@b.c,d@e.f' },
      { mail_address: 'mail-address-invalid' },
    ],
    [
      'an incomplete mail address',
      { mail_address: 'ana@' },
      { mail_address: 'mail-address-invalid' },
    ],
    [
      'a digest without a mail address',
      { digest_at: '07:30' },
      { mail_address: 'mail-address-invalid' },
    ],
    [
      'an invalid time',
      { quiet_from: '24:00', quiet_to: '06:00' },
      { quiet_from: 'clock-time-invalid' },
    ],
    ['a cleared time', { quiet_from: '22:00', quiet_to: '' }, { quiet_to: 'clock-time-invalid' }],
    ['no repetition', preference({ repeat_min: null }), {}],
    [
      'no interval',
      preference({ interval_min: null }),
      { 'types.1.interval_min': 'minutes-invalid' },
    ],
    [
      'a repeat interval of zero',
      preference({ repeat_min: 0 }),
      { 'types.1.repeat_min': 'minutes-invalid' },
    ],
    [
      'an interval longer than a day',
      preference({ interval_min: 1_441 }),
      { 'types.1.interval_min': 'minutes-invalid' },
    ],
    [
      'a fractional interval',
      preference({ repeat_min: 0.5 }),
      { 'types.1.repeat_min': 'minutes-invalid' },
    ],
    [
      'an escalation without a recipient',
      preference({ escalate_after_min: 30 }),
      { 'types.1.escalate_to': 'escalation-incomplete' },
    ],
    [
      'an escalation without a delay',
      preference({ escalate_to: 8 }),
      { 'types.1.escalate_to': 'escalation-incomplete' },
    ],
    ['a complete escalation', preference({ escalate_after_min: 30, escalate_to: 8 }), {}],
  ] as const)('is validated with %s', (_, part, problems) => {
    expect(settingsProblems({ ...draft, ...part } as SettingsDraft)).toEqual(problems);
  });
});
