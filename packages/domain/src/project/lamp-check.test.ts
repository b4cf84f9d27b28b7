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
  ['burning', {}],
  ['dark', drawing(0)],
  ['dimmed', { dimmedTo: 70 }],
])('states the powers without the noise of binary fractions: %s', (_, change) => {
  const totalKw = 9 * 0.15;
  const scheduled = { totalKw, lampKw: 0.15 };
  const check = checkLamps({ ...facts, lamps: 9, scheduled, ...drawing(totalKw), ...change }, NOW);
  for (const figure of [check.expectedKw, check.measuredKw]) {
    expect(figure).not.toBeNull();
    expect(String(figure).length).toBeLessThanOrEqual(5);
  }
});

describe('failed lamps', () => {
  it.each([
    ['none', 2, 0],
    ['one', 1.9, 1],
    ['two, with noise', 1.812, 2],
    ['half a lamp rounds up', 1.949, 1],
    ['less than half is none', 1.951, 0],
    ['all', 0, 20],
    ['never below zero', 2.4, 0],
    ['never above the lamps', -1, 20],
  ] as const)('%s', (_, measuredKw, failed) => {
    expect(failedLamps(2, measuredKw, 0.1, 20)).toBe(failed);
  });
});

describe('a look at a lamp group', () => {
  it.each<[string, Partial<LampFacts>, object]>([
    ['all burn', {}, { verdict: 'good', lampsOn: 20, failed: 0, expectedKw: 2, found: {} }],
    [
      'two are dark',
      drawing(1.8),
      {
        verdict: 'failed',
        lampsOn: 18,
        failed: 2,
        found: { failed: 2, under: expect.closeTo(10, 6) },
      },
    ],
    ['within the error range', drawing(1.941), { verdict: 'good', failed: 0, found: {} }],
    [
      'one dead lamp is hidden by the error range',
      { ...drawing(1.9), errorRange: 5 },
      { verdict: 'good', failed: 0, found: {} },
    ],
    ['wired the other way round', drawing(-1.8), { verdict: 'failed', failed: 2, measuredKw: 1.8 }],
    [
      'somebody draws beside the lamps',
      drawing(2.6),
      { verdict: 'over', lampsOn: 20, failed: 0, found: { over: expect.closeTo(30, 6) } },
    ],
    ['nothing burns at night', drawing(0.004), { verdict: 'dark', lampsOn: 0, found: { dark: 1 } }],
    ['the supply is out', drawing(0, 3), { verdict: 'no-supply', found: {}, judged: ['noReport'] }],
    ['no voltage is told', drawing(2, null), { verdict: 'good' }],
    ['by day, off', { ...drawing(0.01), plan: OFF }, { verdict: 'off', lampsOn: 0, found: {} }],
    [
      'by day, burning',
      { ...drawing(1.9), plan: OFF },
      { verdict: 'day-burning', lampsOn: 19, found: { dayBurning: 19 } },
    ],
    [
      'burning behind an open breaker',
      { ...drawing(2), plan: OFF, device: { online: true, closed: false, since: NOW } },
      { verdict: 'day-burning', found: { dayBurning: 20, bypassed: 1 } },
    ],
    ['by day a controller is no lamp', { ...drawing(0.04), plan: OFF }, { verdict: 'off' }],
    ['at dusk, not burning yet', { ...drawing(0), plan: EITHER }, { verdict: 'edge', lampsOn: 0 }],
    [
      'a second after closing',
      { device: { online: true, closed: true, since: NOW - 1000 } },
      { verdict: 'warming', failed: null, found: {} },
    ],
    [
      'sodium after nine minutes',
      { kind: 'sodium', device: { online: true, closed: true, since: NOW - 9 * MINUTE } },
      { verdict: 'warming' },
    ],
    [
      'sodium after eleven minutes',
      { kind: 'sodium', device: { online: true, closed: true, since: NOW - 11 * MINUTE } },
      { verdict: 'good' },
    ],
    [
      'dimmed to a half',
      { ...drawing(1), dimmedTo: 50 },
      { verdict: 'dimmed', failed: null, expectedKw: 1, found: {} },
    ],
    [
      'no report for sixteen minutes',
      { reading: { at: NOW - 16 * MINUTE, powerKw: 2, voltageV: 230 } },
      { verdict: 'no-report', found: { noReport: 1 } },
    ],
    ['never a report', { reading: null }, { verdict: 'no-report', readingAt: null }],
    ['a report without power', drawing(null), { verdict: 'no-report' }],
    [
      'the device is away: another alarm tells that',
      { device: { online: false, closed: true, since: NOW } },
      { verdict: 'offline', judged: [], found: {} },
    ],
    ['not in use', { inUse: false }, { verdict: 'not-in-use', judged: [], found: {} }],
    [
      'two were dark, and the noise makes it less than one and a half',
      { ...drawing(1.86), failedBefore: 2 },
      { verdict: 'failed', failed: 2 },
    ],
    ['one of two is mended', { ...drawing(1.9), failedBefore: 2 }, { failed: 1 }],
    ['both are mended', { ...drawing(1.99), failedBefore: 2 }, { verdict: 'good', failed: 0 }],
  ])('%s', (_, change, expected) => {
    expect(checkLamps({ ...facts, ...change }, NOW)).toMatchObject(expected);
  });

  it.each<[string, Partial<LampFacts>, boolean]>([
    ['night', {}, true],
    ['night, dark', drawing(0), true],
    ['night, dimmed', { dimmedTo: 50 }, true],
    ['night, warming up', { kind: 'sodium', device: { ...facts.device, since: NOW } }, true],
    ['dusk', { ...drawing(0), plan: EITHER }, true],
    ['day', { plan: OFF }, true],
    ['night without a report', { reading: null }, false],
    ['night without supply', drawing(0, 3), false],
  ])('decides whether lamps burn by day: %s', (_, change, decides) => {
    expect(checkLamps({ ...facts, ...change }, NOW).judged.includes('dayBurning')).toBe(decides);
  });
});
