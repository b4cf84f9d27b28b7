import { describe, expect, it } from 'vitest';
import type { Findings, LampCheck } from './lamp-check.ts';
import {
  energyLevel,
  isSameTold,
  standingFindings,
  type Told,
  type TwoLimits,
  toTell,
} from './lamp-findings.ts';
import { DEFAULT_LIMITS } from './project-limits.ts';

/** Warning from 1 lamp and 15 %, alarm from 3 lamps and 50 %. */
const limits: TwoLimits = DEFAULT_LIMITS;
const off = (...kinds: ('warning' | 'alarm')[]): TwoLimits => ({
  warning: { ...limits.warning, inUse: !kinds.includes('warning') },
  alarm: { ...limits.alarm, inUse: !kinds.includes('alarm') },
});

const look = (judged: LampCheck['judged'], found: Findings) => ({ judged, found }) as LampCheck;

describe('what stands after a look', () => {
  it.each<[string, Findings, LampCheck, Findings]>([
    ['what it found', {}, look(['failed'], { failed: 2 }), { failed: 2 }],
    ['not what it judged and found no more', { failed: 2 }, look(['failed'], {}), {}],
    ['what it cannot judge by day', { failed: 2 }, look(['dayBurning'], {}), { failed: 2 }],
    [
      'both',
      { failed: 2, noReport: 1 },
      look(['dayBurning', 'noReport'], { dayBurning: 9 }),
      { failed: 2, dayBurning: 9 },
    ],
  ])('%s', (_, before, check, standing) => {
    expect(standingFindings(before, check)).toEqual(standing);
  });
});

describe('what is told', () => {
  it.each<[string, Findings, TwoLimits, object]>([
    ['nothing', {}, limits, {}],
    [
      'one lamp',
      { failed: 1 },
      limits,
      { lampFault: { kind: 'warning', value: 1, detail: '1 lamp' } },
    ],
    [
      'two lamps',
      { failed: 2, under: 10 },
      limits,
      { lampFault: { kind: 'warning', value: 2, limit: 1, detail: '2 lamps' } },
    ],
    [
      'three are an alarm',
      { failed: 3, under: 15 },
      limits,
      { lampFault: { kind: 'alarm', value: 3, limit: 3, detail: '3 lamps' } },
    ],
    [
      'half the power is an alarm, whatever the lamps',
      { failed: 2, under: 66 },
      limits,
      { lampFault: { kind: 'alarm', detail: '2 lamps' } },
    ],
    [
      'less power by lamps too small to count',
      { under: 20 },
      limits,
      { lampFault: { kind: 'warning', value: null, detail: 'under rate 20 %' } },
    ],
    ['below every limit', { under: 10 }, limits, {}],
    [
      'theft',
      { over: 30 },
      limits,
      { antiTamper: { kind: 'warning', value: 30, limit: 15, detail: 'over rate 30 %' } },
    ],
    [
      'much theft',
      { over: 60 },
      limits,
      { antiTamper: { kind: 'warning' }, lampFault: { kind: 'alarm', detail: 'over rate 60 %' } },
    ],
    ['dark', { dark: 1 }, limits, { lampFault: { kind: 'alarm', detail: 'off at night' } }],
    [
      'dark while only warnings are wanted',
      { dark: 1 },
      off('alarm'),
      { lampFault: { kind: 'warning' } },
    ],
    [
      'by day, with lamps that failed in the night',
      { failed: 2, dayBurning: 18 },
      limits,
      { lampFault: { kind: 'warning', value: 2, detail: '2 lamps, 18 lamps on by day' } },
    ],
    [
      'behind an open breaker',
      { dayBurning: 1, bypassed: 1 },
      limits,
      {
        lampFault: { detail: '1 lamp on by day' },
        antiTamper: { detail: 'burning behind an open breaker' },
      },
    ],
    ['no report', { noReport: 1 }, limits, { lampFault: { kind: 'warning', detail: 'no report' } }],
    [
      'nothing is wanted',
      { failed: 9, dark: 1, over: 90, noReport: 1 },
      off('warning', 'alarm'),
      {},
    ],
    ['one lamp while only alarms are wanted', { failed: 1 }, off('warning'), {}],
  ])('%s', (_, standing, of, told) => {
    const result = toTell(standing, of, null);
    expect(result).toMatchObject(told);
    expect(Object.keys(result).sort()).toEqual(Object.keys(told).sort());
  });

  it('a rate that was told ends well below its limit', () => {
    const before: Told = toTell({ over: 16 }, limits, null);
    expect(toTell({ over: 14 }, limits, null, before)).toHaveProperty('antiTamper');
    expect(toTell({ over: 13 }, limits, null, before)).toEqual({});
    expect(toTell({ over: 14 }, limits, null)).toEqual({});
  });

  it('is the same while only the percent differs', () => {
    const [a, b, c] = [{ over: 30 }, { over: 31 }, { over: 31, bypassed: 1 }].map(
      (standing) => toTell(standing, limits, null).antiTamper,
    );
    expect(isSameTold(a, b)).toBe(true);
    expect(isSameTold(b, c)).toBe(false);
    expect(isSameTold(toTell({ failed: 2 }, limits, null).lampFault, undefined)).toBe(false);
    expect(
      isSameTold(
        toTell({ failed: 1 }, limits, null).lampFault,
        toTell({ failed: 2 }, limits, null).lampFault,
      ),
    ).toBe(false);
  });
});

describe('energy levels', () => {
  const steps = { ...limits.warning, warningValue1: 10, warningValue2: 20, warningValue3: 30 };
  it.each([
    ['below all', 9.9, steps, 0],
    ['the first', 10, steps, 1],
    ['the second', 25, steps, 2],
    ['the third', 300, steps, 3],
    ['the third alone is set', 31, { ...steps, warningValue1: null, warningValue2: null }, 3],
    ['none is set', 300, limits.warning, 0],
    ['not in use', 300, { ...steps, inUse: false }, 0],
    ['not known', null, steps, 0],
  ] as const)('%s', (_, kwh, of, level) => {
    expect(energyLevel(kwh, of)).toBe(level);
  });

  it('are told with the energy and the step', () => {
    const told = toTell({ energyLevel: 2 }, { ...limits, warning: steps }, 21.5);
    expect(told.energyLevel).toEqual({
      kind: 'warning',
      value: 21.5,
      limit: 20,
      detail: 'level 2',
    });
  });
});
