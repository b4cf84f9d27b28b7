import { describe, expect, it } from 'vitest';
import { checkLamps, failedLamps, type LampFacts } from './lamp-check.ts';

const NOW = Date.UTC(2026, 10, 20, 14);
const MINUTE = 60_000;
const ON = { should: 'on', since: NOW - 3_600_000 } as const;
const OFF = { should: 'off', since: null } as const;
const EITHER = { should: 'either', since: null } as const;

/** 20 LED lamps of 0.1 kW, error range 3 %: an hour after dusk, all burning. */
const facts: LampFacts = {
  inUse: true,
  kind: 'led',
  lamps: 20,
  errorRange: 3,
  failedBefore: 0,
  plan: ON,
  dimmedTo: 100,
  scheduled: { totalKw: 2, lampKw: 0.1 },
  nominalVoltageV: 230,
  device: { online: true, closed: true, since: NOW - 3_600_000 },
  reading: { at: NOW - MINUTE, powerKw: 2, voltageV: 230 },
};
const drawing = (powerKw: number | null, voltageV: number | null = 230) => ({
  reading: { at: NOW - MINUTE, powerKw, voltageV },
});

it.each([
  ['burning lamps', {}],
  ['dark lamps', drawing(0)],
  ['dimmed lamps', { dimmedTo: 70 }],
])('returns powers without the rounding noise of binary fractions: %s', (_, change) => {
  const totalKw = 9 * 0.15;
  const scheduled = { totalKw, lampKw: 0.15 };
  const check = checkLamps({ ...facts, lamps: 9, scheduled, ...drawing(totalKw), ...change }, NOW);
  for (const figure of [check.expectedKw, check.measuredKw]) {
    expect(figure).not.toBeNull();
    expect(String(figure).length).toBeLessThanOrEqual(5);
  }
});

describe('number of failed lamps', () => {
  it.each([
    ['is zero at full power', 2, 0],
    ['is one if one is missing', 1.9, 1],
    ['is two despite noise', 1.812, 2],
    ['is rounded up from half a lamp', 1.949, 1],
    ['ignores less than half a lamp', 1.951, 0],
    ['includes all lamps without power', 0, 20],
    ['is never below zero', 2.4, 0],
    ['never exceeds the number of lamps', -1, 20],
  ] as const)('%s', (_, measuredKw, failed) => {
    expect(failedLamps(2, measuredKw, 0.1, 20)).toBe(failed);
  });
});

describe('check of a lamp group', () => {
  it.each<[string, Partial<LampFacts>, object]>([
    [
      'all lamps burning',
      {},
      { verdict: 'good', lampsOn: 20, failed: 0, expectedKw: 2, found: {} },
    ],
    [
      'two dark lamps',
      drawing(1.8),
      {
        verdict: 'failed',
        lampsOn: 18,
        failed: 2,
        found: { failed: 2, under: expect.closeTo(10, 6) },
      },
    ],
    ['power within the error range', drawing(1.941), { verdict: 'good', failed: 0, found: {} }],
    [
      'a failed lamp hidden by the error range',
      { ...drawing(1.9), errorRange: 5 },
      { verdict: 'good', failed: 0, found: {} },
    ],
    ['reversed wiring', drawing(-1.8), { verdict: 'failed', failed: 2, measuredKw: 1.8 }],
    [
      'an additional load',
      drawing(2.6),
      { verdict: 'over', lampsOn: 20, failed: 0, found: { over: expect.closeTo(30, 6) } },
    ],
    [
      'no lamp burning at night',
      drawing(0.004),
      { verdict: 'dark', lampsOn: 0, found: { dark: 1 } },
    ],
    [
      'a supply outage',
      drawing(0, 3),
      { verdict: 'no-supply', found: {}, evaluated: ['noReport'] },
    ],
    ['an unknown voltage', drawing(2, null), { verdict: 'good' }],
    [
      'lamps off by day',
      { ...drawing(0.01), plan: OFF },
      { verdict: 'off', lampsOn: 0, found: {} },
    ],
    [
      'lamps burning by day',
      { ...drawing(1.9), plan: OFF },
      { verdict: 'day-burning', lampsOn: 19, found: { dayBurning: 19 } },
    ],
    [
      'lamps burning behind an open breaker',
      { ...drawing(2), plan: OFF, device: { online: true, closed: false, since: NOW } },
      { verdict: 'day-burning', found: { dayBurning: 20, bypassed: 1 } },
    ],
    ['a controller by day', { ...drawing(0.04), plan: OFF }, { verdict: 'off' }],
    [
      'lamps not yet burning at dusk',
      { ...drawing(0), plan: EITHER },
      { verdict: 'edge', lampsOn: 0 },
    ],
    [
      'a breaker closed a second ago',
      { device: { online: true, closed: true, since: NOW - 1000 } },
      { verdict: 'warming', failed: null, found: {} },
    ],
    [
      'sodium lamps after nine minutes',
      { kind: 'sodium', device: { online: true, closed: true, since: NOW - 9 * MINUTE } },
      { verdict: 'warming' },
    ],
    [
      'sodium lamps after eleven minutes',
      { kind: 'sodium', device: { online: true, closed: true, since: NOW - 11 * MINUTE } },
      { verdict: 'good' },
    ],
    [
      'lamps dimmed to a half',
      { ...drawing(1), dimmedTo: 50 },
      { verdict: 'dimmed', failed: null, expectedKw: 1, found: {} },
    ],
    [
      'no report for sixteen minutes',
      { reading: { at: NOW - 16 * MINUTE, powerKw: 2, voltageV: 230 } },
      { verdict: 'no-report', found: { noReport: 1 } },
    ],
    ['a device that never reported', { reading: null }, { verdict: 'no-report', readingAt: null }],
    ['a report without power', drawing(null), { verdict: 'no-report' }],
    [
      'an offline device, which has its own alarm',
      { device: { online: false, closed: true, since: NOW } },
      { verdict: 'offline', evaluated: [], found: {} },
    ],
    [
      'a group that is not in use',
      { inUse: false },
      { verdict: 'not-in-use', evaluated: [], found: {} },
    ],
    [
      'two failed lamps, reduced by noise to less than one and a half',
      { ...drawing(1.86), failedBefore: 2 },
      { verdict: 'failed', failed: 2 },
    ],
    ['one of two failed lamps repaired', { ...drawing(1.9), failedBefore: 2 }, { failed: 1 }],
    [
      'both failed lamps repaired',
      { ...drawing(1.99), failedBefore: 2 },
      { verdict: 'good', failed: 0 },
    ],
  ])('handles %s', (_, change, expected) => {
    expect(checkLamps({ ...facts, ...change }, NOW)).toMatchObject(expected);
  });

  it.each<[string, Partial<LampFacts>, boolean]>([
    ['night', {}, true],
    ['a night with dark lamps', drawing(0), true],
    ['a night with dimmed lamps', { dimmedTo: 50 }, true],
    [
      'a night with lamps warming up',
      { kind: 'sodium', device: { ...facts.device, since: NOW } },
      true,
    ],
    ['dusk', { ...drawing(0), plan: EITHER }, true],
    ['day', { plan: OFF }, true],
    ['a night without a report', { reading: null }, false],
    ['a night without supply', drawing(0, 3), false],
  ])('decides if lamps burn by day: %s', (_, change, decides) => {
    expect(checkLamps({ ...facts, ...change }, NOW).evaluated.includes('dayBurning')).toBe(decides);
  });
});
