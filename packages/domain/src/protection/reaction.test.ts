import { describe, expect, it } from 'vitest';
import { imbalancePercent } from './protections/interphase-imbalance.ts';
import { flagsOfReaction, REACTIONS, reactionOfFlags } from './reaction.ts';
import { activeSlots } from './reclose-slots.ts';

describe('protection reaction', () => {
  it.each(REACTIONS)('%s is encoded and decoded by its flags', (reaction) => {
    expect(reactionOfFlags(flagsOfReaction(reaction))).toBe(reaction);
  });

  it('is undefined if the protection is enabled but does not open the breaker', () => {
    expect(reactionOfFlags({ enabled: true, opens: false, locks: true })).toBeUndefined();
    expect(reactionOfFlags({})).toBeUndefined();
  });
});

describe('voltage imbalance', () => {
  it.each([
    [[230, 230, 230], 0],
    [[220, 230, 240], 4.348],
    [[0, 230, 230], 100],
  ])('of %j is %f %%', (voltages, percent) => {
    expect(imbalancePercent(voltages)).toBeCloseTo(percent, 3);
  });

  it('requires two phases and a voltage', () => {
    expect(imbalancePercent([230])).toBeUndefined();
    expect(imbalancePercent([0, 0, 0])).toBeUndefined();
  });
});

describe('active reclose slots', () => {
  it('end at the first disabled slot', () => {
    expect(
      activeSlots({
        count1: 2,
        delay1: 60,
        count2: 1,
        delay2: 0,
        count3: null,
        count4: 3,
        delay4: 9,
      }),
    ).toEqual([
      { count: 2, delayS: 60 },
      { count: 1, delayS: 0 },
    ]);
  });
});
