import { describe, expect, it } from 'vitest';
import type { Findings, LampCheck } from './lamp-check.ts';
import {
  energyLevel,
  isSameNotified,
  type NotifiedAlarms,
  openFindings,
  type TwoLimits,
  toNotify,
} from './lamp-findings.ts';
import { DEFAULT_LIMITS } from './project-limits.ts';

/** Warning from 1 lamp and 15 %, alarm from 3 lamps and 50 %. */
const limits: TwoLimits = DEFAULT_LIMITS;
const off = (...kinds: ('warning' | 'alarm')[]): TwoLimits => ({
  warning: { ...limits.warning, inUse: !kinds.includes('warning') },
  alarm: { ...limits.alarm, inUse: !kinds.includes('alarm') },
});

const look = (evaluated: LampCheck['evaluated'], found: Findings) =>
  ({ evaluated, found }) as LampCheck;

describe('current findings after a check', () => {
  it.each<[string, Findings, LampCheck, Findings]>([
    ['include its findings', {}, look(['failed'], { failed: 2 }), { failed: 2 }],
    ['exclude evaluated findings that are gone', { failed: 2 }, look(['failed'], {}), {}],
    [
      'retain findings that cannot be evaluated by day',
      { failed: 2 },
      look(['dayBurning'], {}),
      { failed: 2 },
    ],
    [
      'combine new and retained findings',
      { failed: 2, noReport: 1 },
      look(['dayBurning', 'noReport'], { dayBurning: 9 }),
      { failed: 2, dayBurning: 9 },
    ],
  ])('%s', (_, before, check, standing) => {
    expect(openFindings(before, check)).toEqual(standing);
  });
});

describe('alarms of lamp findings', () => {
  it.each<[string, Findings, TwoLimits, object]>([
    ['no findings', {}, limits, {}],
    [
      'one failed lamp',
      { failed: 1 },
      limits,
      { lampFault: { kind: 'warning', value: 1, detail: '1 lamp' } },
    ],
    [
      'two failed lamps',
      { failed: 2, under: 10 },
      limits,
      { lampFault: { kind: 'warning', value: 2, limit: 1, detail: '2 lamps' } },
    ],
    [
      'three failed lamps, which are an alarm',
      { failed: 3, under: 15 },
      limits,
      { lampFault: { kind: 'alarm', value: 3, limit: 3, detail: '3 lamps' } },
    ],
    [
      'half the power missing, which is an alarm',
      { failed: 2, under: 66 },
      limits,
      { lampFault: { kind: 'alarm', detail: '2 lamps' } },
    ],
    [
      'too little power without countable lamps',
      { under: 20 },
      limits,
      { lampFault: { kind: 'warning', value: null, detail: 'under rate 20 %' } },
    ],
    ['a rate below every limit', { under: 10 }, limits, {}],
    [
      'power theft',
      { over: 30 },
      limits,
      { antiTamper: { kind: 'warning', value: 30, limit: 15, detail: 'over rate 30 %' } },
    ],
    [
      'severe power theft',
      { over: 60 },
      limits,
      { antiTamper: { kind: 'warning' }, lampFault: { kind: 'alarm', detail: 'over rate 60 %' } },
    ],
    ['dark lamps', { dark: 1 }, limits, { lampFault: { kind: 'alarm', detail: 'off at night' } }],
    [
      'dark lamps with warnings only',
      { dark: 1 },
      off('alarm'),
      { lampFault: { kind: 'warning' } },
    ],
    [
      'lamps burning by day after failures at night',
      { failed: 2, dayBurning: 18 },
      limits,
      { lampFault: { kind: 'warning', value: 2, detail: '2 lamps, 18 lamps on by day' } },
    ],
    [
      'lamps burning behind an open breaker',
      { dayBurning: 1, bypassed: 1 },
      limits,
      {
        lampFault: { detail: '1 lamp on by day' },
        antiTamper: { detail: 'burning behind an open breaker' },
      },
    ],
    [
      'a missing report',
      { noReport: 1 },
      limits,
      { lampFault: { kind: 'warning', detail: 'no report' } },
    ],
    ['disabled limits', { failed: 9, dark: 1, over: 90, noReport: 1 }, off('warning', 'alarm'), {}],
    ['one failed lamp with alarms only', { failed: 1 }, off('warning'), {}],
  ])('are raised for %s', (_, standing, of, expected) => {
    const result = toNotify(standing, of, null);
    expect(result).toMatchObject(expected);
    expect(Object.keys(result).sort()).toEqual(Object.keys(expected).sort());
  });

  it('end only when the reported rate is well below its limit', () => {
    const before: NotifiedAlarms = toNotify({ over: 16 }, limits, null);
    expect(toNotify({ over: 14 }, limits, null, before)).toHaveProperty('antiTamper');
    expect(toNotify({ over: 13 }, limits, null, before)).toEqual({});
    expect(toNotify({ over: 14 }, limits, null)).toEqual({});
  });

  it('are unchanged if only the percentage differs', () => {
    const [a, b, c] = [{ over: 30 }, { over: 31 }, { over: 31, bypassed: 1 }].map(
      (standing) => toNotify(standing, limits, null).antiTamper,
    );
    expect(isSameNotified(a, b)).toBe(true);
    expect(isSameNotified(b, c)).toBe(false);
    expect(isSameNotified(toNotify({ failed: 2 }, limits, null).lampFault, undefined)).toBe(false);
    expect(
      isSameNotified(
        toNotify({ failed: 1 }, limits, null).lampFault,
        toNotify({ failed: 2 }, limits, null).lampFault,
      ),
    ).toBe(false);
  });
});

describe('energy levels', () => {
  const steps = { ...limits.warning, warningValue1: 10, warningValue2: 20, warningValue3: 30 };
  it.each([
    ['are zero below all steps', 9.9, steps, 0],
    ['reach the first step', 10, steps, 1],
    ['reach the second step', 25, steps, 2],
    ['reach the third step', 300, steps, 3],
    ['skip steps that are not set', 31, { ...steps, warningValue1: null, warningValue2: null }, 3],
    ['are zero if no step is set', 300, limits.warning, 0],
    ['are zero if not in use', 300, { ...steps, inUse: false }, 0],
    ['are zero if the energy is unknown', null, steps, 0],
  ] as const)('%s', (_, kwh, of, level) => {
    expect(energyLevel(kwh, of)).toBe(level);
  });

  it('are reported with the energy and the step', () => {
    const alarms = toNotify({ energyLevel: 2 }, { ...limits, warning: steps }, 21.5);
    expect(alarms.energyLevel).toEqual({
      kind: 'warning',
      value: 21.5,
      limit: 20,
      detail: 'level 2',
    });
  });
});
