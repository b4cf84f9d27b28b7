import { describe, expect, it } from 'vitest';
import { type EstimateStep, estimatedPart } from './estimated-part.ts';

const START = 100_000_000;
const GRACE = 900_000;

const step = (more: Partial<EstimateStep>): EstimateStep => ({
  from: START + 1000,
  energyWh: 10,
  estimated: null,
  silentSince: null,
  registers: [{ kind: 'normal', reason: 'within-limit' }],
  ...more,
});

const note = (kind: string, reason: string) => [{ kind, reason }];

describe('the estimated part of a day', () => {
  it.each([
    ['an ordinary step', {}, [], 0],
    ['a gap within the day', { estimated: 'long-step', silentSince: START + 1 }, [], 0],
    ['a gap that began before the day', { from: START - GRACE - 1, silentSince: 1 }, ['gap'], 10],
    ['a gap within the grace', { from: START - GRACE, silentSince: 1 }, [], 0],
    ['a gap without energy', { from: START - GRACE - 1, silentSince: 1, energyWh: 0 }, [], 0],
    ['a long step', { from: START - GRACE - 1 }, ['long'], 10],
    [
      'a confirmed reset',
      { estimated: 'lower-bound', registers: note('reset', 'awaits-next') },
      ['reset'],
      10,
    ],
    ['an unconfirmed fall', { registers: note('reset', 'awaits-next') }, [], 0],
    ['a swap', { registers: note('swap', 'confirmed') }, ['swap'], 0],
    ['a fall that is not credible', { registers: note('swap', 'not-credible') }, ['swap'], 0],
    ['a jump', { registers: note('impossible', 'confirmed') }, ['impossible'], 0],
    ['a reading in another unit', { registers: note('impossible', 'unit-slip') }, [], 0],
  ] as const)('of %s', (_, more, kinds, energyWh) => {
    expect(estimatedPart([step(more)], START, GRACE)).toEqual({ kinds, energyWh });
  });

  it('adds up the estimated steps and names each kind once', () => {
    const gap = step({ from: 0, silentSince: 1 });
    const reset = step({ estimated: 'lower-bound', registers: note('reset', 'confirmed') });
    expect(estimatedPart([gap, step({}), reset, gap], START, GRACE)).toEqual({
      kinds: ['reset', 'gap'],
      energyWh: 30,
    });
  });
});
