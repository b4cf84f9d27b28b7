import { describe, expect, it } from 'vitest';
import { imbalancePercent } from './interphase-imbalance.ts';
import { flagsOfReaction, REACTIONS, reactionOfFlags } from './reaction.ts';
import { activeSlots } from './reclose-slots.ts';

describe('a reaction', () => {
  it.each(REACTIONS)('%s is what its flags say', (reaction) => {
    expect(reactionOfFlags(flagsOfReaction(reaction))).toBe(reaction);
  });

  it('is none of the three when it is enabled and opens nothing', () => {
    expect(reactionOfFlags({ enabled: true, opens: false, locks: true })).toBeUndefined();
    expect(reactionOfFlags({})).toBeUndefined();
  });
});

describe('imbalance', () => {
  it.each([
    [[230, 230, 230], 0],
    [[220, 230, 240], 4.348],
    [[0, 230, 230], 100],
  ])('of %j is %f %%', (voltages, percent) => {
    expect(imbalancePercent(voltages)).toBeCloseTo(percent, 3);
  });

  it('needs two phases and a voltage', () => {
    expect(imbalancePercent([230])).toBeUndefined();
    expect(imbalancePercent([0, 0, 0])).toBeUndefined();
  });
});

describe('the slots a device goes through', () => {
  it('end at the first disabled one', () => {
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
