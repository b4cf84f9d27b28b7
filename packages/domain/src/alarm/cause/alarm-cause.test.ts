/** The sentence about an alarm of each type, with everything it can contain and with less. */
import { expect, it } from 'vitest';
import english from '../../../../texts/locales/en/alarms.json' with { type: 'json' };
import { ALARM_TYPES, PLATFORM_ALARM_TYPES } from '../alarm-type.ts';
import type { CausedAlarm } from './cause-clause.ts';
import { causeText } from './cause-text.ts';

const AT = Date.UTC(2026, 10, 26, 14, 2, 11);
const MINUTE = 60_000;

/** Replaces the placeholders of an English text, and selects its plural form, as i18next does. */
function t(key: string, values: Readonly<Record<string, string | number>>): string {
  const find = (path: string): unknown =>
    path.split('.').reduce<unknown>((tree, part) => (tree as never)?.[part], english);
  const form = values['count'] === 1 ? 'one' : 'other';
  const text = find(key) ?? find(`${key}_${form}`);
  if (typeof text !== 'string') throw new Error(`no text ${key}`);
  return text.replaceAll(/{{(\w+)}}/g, (_, name: string) => String(values[name]));
}

function sentence(
  type: string,
  lastedMs: number,
  more: Partial<CausedAlarm>,
  tag = 'en-GB',
): string {
  const alarm: CausedAlarm = {
    ...{ type, value: null, limit: null, phase: null, detail: '' },
    ...{ openedAt: AT, endedAt: null },
    ...more,
  };
  const text = causeText(alarm, AT + lastedMs, {
    tag,
    t,
    moment: (at) => new Date(at).toISOString().slice(0, 19).replace('T', ' '),
    isolate: (value) => value,
  });
  return text.replaceAll('\u202F', ' ');
}

const LAMPS = { lamps: 20, measuredKw: 1.8, expectedKw: 2 };

const CASES: readonly [type: string, ms: number, more: Partial<CausedAlarm>, text: string][] = [
  ['phaseUnbalance', 0, { value: 34.26, limit: 30 }, '34.3%, limit 30%'],
  ['phaseLoss', 5 * MINUTE, { phase: 'B' }, 'Phase B, for\u00a05 min'],
  ['phaseLoss', 0, { value: 3, limit: 115, phase: 'B' }, '3 V on phase B, limit 115 V'],
  ['overLoad', 95_000, { value: 15.2, limit: 14.49 }, '15.20 kW, limit 14.49 kW, for\u00a095 s'],
  ['overCurrent', 0, { value: 64.2, phase: 'C' }, '64.2 A on phase C'],
  ['underVoltage', 0, { value: 200, peak: 195.5, limit: 207 }, '195.5 V, limit 207 V'],
  [
    'overVoltage',
    12_000,
    { value: 279, peak: 281.2, limit: 275, phase: 'A' },
    '281.2 V on phase A, limit 275 V, for\u00a012 s',
  ],
  ['overVoltage', 0, { limit: 275, phase: 'A' }, 'Phase A, limit 275 V'],
  ['overVoltage', 0, {}, 'Reported without a value'],
  ['overTemp', 3 * 3_600_000, { value: 83 }, '83 °C, for\u00a03 h'],
  ['overTemp', 9e9, { value: 83, endedAt: AT + 26 * 3_600_000 }, '83 °C, for 1 d 2 h'],
  ['powerOutage', 125 * MINUTE, { value: 0, limit: 23 }, '0 V, limit 23 V, for\u00a02 h 5 min'],
  [
    'lampFault',
    MINUTE,
    { value: 2, limit: 1, detail: '2 lamps', facts: LAMPS },
    '2 of 20 lamps out (1.80 kW measured, 2.00 kW expected)',
  ],
  ['lampFault', 0, { value: 1, limit: 1, detail: '1 lamp' }, '1 lamp out'],
  ['lampFault', 0, { detail: '16 lamps on by day', facts: LAMPS }, '16 lamps on by day'],
  [
    'lampFault',
    0,
    { detail: '1 lamp on by day, no report' },
    '1 lamp on by day, no readings from the device',
  ],
  [
    'lampFault',
    0,
    { detail: 'under rate 10 %', facts: LAMPS },
    '10% less power than expected (1.80 kW measured, 2.00 kW expected)',
  ],
  ['lampFault', 0, { detail: 'off at night' }, 'Off at night'],
  ['lampFault', 12_000, { value: 3, limit: 1 }, '3 lamps out, for\u00a012 s'],
  ['lampFault', 12_000, {}, 'For\u00a012 s'],
  ['antiTamper', 0, { detail: 'over rate 60 %' }, '60% more power than expected'],
  [
    'antiTamper',
    0,
    { detail: 'burning behind an open breaker' },
    'On although the breaker is open',
  ],
  ['antiTamper', 0, { value: 60, limit: 50 }, '60%, limit 50%'],
  [
    'energyLevel',
    MINUTE,
    { value: 45.25, limit: 40, detail: 'level 2' },
    '45.25 kWh, limit 40 kWh, level 2',
  ],
  ['energyLevel', 0, { value: 45 }, '45 kWh'],
  ['electricLeakage', 12_000, { value: 120, limit: 30 }, '120 mA, limit 30 mA'],
  ['clockError', MINUTE, {}, 'The times reported by the device are implausible'],
  [
    'commandUnknown',
    MINUTE,
    { facts: { command: 'open', sentAt: AT } },
    'Open, sent 14:02:11, never confirmed',
  ],
  [
    'commandUnknown',
    86_400_000,
    { facts: { command: 'lock', sentAt: AT } },
    'Lock, sent 2026-11-26 14:02:11, never confirmed',
  ],
  [
    'commandUnknown',
    9e6,
    { facts: { command: 'close', sentAt: AT }, endedAt: AT + 5 * MINUTE },
    'Close, sent 14:02:11, result known after 5 min',
  ],
  ['commandUnknown', 0, {}, 'A command was never confirmed'],
  ['commandUnknown', 0, { endedAt: AT + 9_000 }, 'Result known after 9 s'],
  ['controlPaused', 0, {}, 'Too many breakers of the group switched within 5 min'],
  [
    'deviceOffline',
    7 * MINUTE,
    { facts: { intervalS: 60 } },
    'No message for 17 min; reports every 60 s',
  ],
  [
    'deviceOffline',
    0,
    { facts: { intervalS: 900 } },
    'No message for 45 min; reports every 15 min',
  ],
  ['deviceOffline', 7 * MINUTE, {}, 'Offline for 7 min'],
  [
    'impossibleEnergy',
    0,
    { value: 1250, limit: 12.5 },
    '1,250 kWh in one step, at most 12.5 kWh possible',
  ],
  ['impossibleEnergy', 0, { value: 1250 }, 'More energy than the breaker can carry'],
  ['clonedCredentials', MINUTE, {}, 'Two devices use the same secret'],
  ['dryContact1', 12_000, { detail: 'Door' }, 'Not in its normal position, for\u00a012 s'],
  ['dryContact2', 0, {}, 'Not in its normal position'],
  ['meteor', 12_000, { value: 3, limit: 1, phase: 'A' }, 'Phase A, for\u00a012 s'],
];

it.each(CASES)('says the cause of %s after %i ms with %j: %s', (type, ms, more, text) => {
  expect(sentence(type, ms, more)).toBe(text);
});

it('keeps the minus in front of a number in text from right to left', () => {
  const fall = { value: -89_910, limit: 12.5 };
  expect(sentence('impossibleEnergy', 0, fall)).toMatch(/^−89,910 kWh/);
  expect(sentence('impossibleEnergy', 0, fall, 'ar-u-nu-latn')).toMatch(/^\u200e−89,910 kWh/);
});

it('has a case for every alarm type', () => {
  const types = new Set(CASES.map(([type]) => type));
  expect([...ALARM_TYPES, ...PLATFORM_ALARM_TYPES].filter((type) => !types.has(type))).toEqual([]);
});
