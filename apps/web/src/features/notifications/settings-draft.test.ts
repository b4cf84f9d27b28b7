import { describe, expect, it } from 'vitest';
import { notificationSettings } from '../../../test/notification-answers.ts';
import {
  draftOf,
  type SettingsDraft,
  settingsProblems,
  type Wish,
  withType,
} from './settings-draft.ts';

const draft = draftOf(notificationSettings({ types: [] }));
const wish = (part: Partial<Wish>): Partial<SettingsDraft> => ({
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
    ['nothing wrong', {}, {}],
    ['a mail address', { mail_address: 'ana@example.org' }, {}],
    ['two addresses', { mail_address: 'a@b.c,d@e.f' }, { mail_address: 'mail-address-invalid' }],
    ['half an address', { mail_address: 'ana@' }, { mail_address: 'mail-address-invalid' }],
    ['a digest to nowhere', { digest_at: '07:30' }, { mail_address: 'mail-address-invalid' }],
    [
      'no such time',
      { quiet_from: '24:00', quiet_to: '06:00' },
      { quiet_from: 'clock-time-invalid' },
    ],
    ['an emptied time', { quiet_from: '22:00', quiet_to: '' }, { quiet_to: 'clock-time-invalid' }],
    ['told once', wish({ repeat_min: null }), {}],
    ['no interval', wish({ interval_min: null }), { 'types.1.interval_min': 'minutes-invalid' }],
    ['too often', wish({ repeat_min: 0 }), { 'types.1.repeat_min': 'minutes-invalid' }],
    [
      'a day and more',
      wish({ interval_min: 1_441 }),
      { 'types.1.interval_min': 'minutes-invalid' },
    ],
    ['half a minute', wish({ repeat_min: 0.5 }), { 'types.1.repeat_min': 'minutes-invalid' }],
    [
      'handed to nobody',
      wish({ escalate_after_min: 30 }),
      { 'types.1.escalate_to': 'escalation-incomplete' },
    ],
    [
      'handed at no time',
      wish({ escalate_to: 8 }),
      { 'types.1.escalate_to': 'escalation-incomplete' },
    ],
    ['handed over', wish({ escalate_after_min: 30, escalate_to: 8 }), {}],
  ] as const)('%s', (_, part, problems) => {
    expect(settingsProblems({ ...draft, ...part } as SettingsDraft)).toEqual(problems);
  });
});
