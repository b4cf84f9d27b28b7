import { describe, expect, it } from 'vitest';
import { protectionOf } from './protections/protections.ts';
import type { Rating } from './rating.ts';
import { STARTERS, starterSets } from './starter-templates.ts';
import { checkSets } from './template.ts';
import { readRecord } from './values.ts';

/** Supplies of the breakers: single-phase by phase voltage, three-phase by line voltage. */
const SUPPLIES: readonly Rating[] = [
  { voltageV: 220, currentA: 63 },
  { voltageV: 230, currentA: 63 },
  { voltageV: 240, currentA: 63 },
  { voltageV: 380, currentA: 63 },
  { voltageV: 400, currentA: 63 },
  { voltageV: 415, currentA: 63 },
];

const startOf = (starter: (typeof STARTERS)[number], set: 'overCurrent' | 'overLoad') =>
  readRecord(protectionOf(set), starterSets(starter)[set]).values['startValue'];

describe.each(STARTERS)('the starting point %s', (starter) => {
  it.each(SUPPLIES)('is accepted for a supply of $voltageV V', (rating) => {
    const sets = starterSets(starter);
    expect(checkSets(sets, rating)).toEqual({ ok: true, sets });
  });

  it('enables each of its protections', () => {
    for (const record of Object.values(starterSets(starter))) {
      expect(record).toMatchObject({ enable: 'true', doOpen: 'true' });
    }
  });
});

describe('starting points', () => {
  it.each([
    ['single-phase', ['overVoltage', 'lowVoltage', 'overCurrent', 'overLoad'], 63, 14.4],
    [
      'three-phase',
      ['overVoltage', 'lowVoltage', 'overCurrent', 'overLoad', 'lostPhase', 'interphaseImbalance'],
      63,
      42,
    ],
    [
      'pump',
      ['overVoltage', 'lowVoltage', 'overCurrent', 'overLoad', 'lostPhase', 'interphaseImbalance'],
      18,
      9,
    ],
    ['lamp', ['overVoltage', 'lowVoltage', 'overCurrent', 'overLoad'], 32, 7.3],
  ] as const)('have the sets and limits of %s', (starter, sets, amperes, kilowatts) => {
    expect(Object.keys(starterSets(starter))).toEqual(sets);
    expect(startOf(starter, 'overCurrent')).toBe(amperes);
    expect(startOf(starter, 'overLoad')).toBe(kilowatts);
  });

  // Otherwise the overload protection could never act before the over-current protection.
  it.each([
    ['single-phase', 1],
    ['three-phase', 3],
    ['pump', 3],
    ['lamp', 1],
  ] as const)('of %s limit the power below the current limit at 230 V', (starter, phases) => {
    const currentA = startOf(starter, 'overCurrent') as number;
    expect(startOf(starter, 'overLoad')).toBeLessThanOrEqual((currentA * 230 * phases) / 1000);
  });

  it('lock a pump after a fault of its motor', () => {
    const sets = starterSets('pump');
    for (const set of ['overCurrent', 'overLoad', 'lostPhase'] as const) {
      expect(sets[set]).toMatchObject({ doLock: 'true' });
    }
    expect(sets.overCurrent).toMatchObject({ ct1: '01', cd1: '300', ct2: '00' });
  });
});
