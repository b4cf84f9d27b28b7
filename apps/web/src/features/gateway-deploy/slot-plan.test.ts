import { describe, expect, it } from 'vitest';
import { type GatewaySlot, planOf } from './slot-plan.ts';

const slot = (number: number, ad: number | null, more: Partial<GatewaySlot> = {}): GatewaySlot => ({
  slot: number,
  standing: ad === null ? 'free' : 'answered',
  ad,
  enabled: true,
  st: ad === null ? null : 11,
  device: null,
  ...more,
});
const SLOTS = [
  slot(1, 1),
  slot(2, 7, { enabled: false }),
  slot(3, null),
  slot(4, 9, { st: null, standing: 'unreached' }),
];

describe('the slot changes that move a slave to a wanted place', () => {
  it.each([
    ['to a free slot', { address: 1, slot: 3, enabled: true }, { s3: { ad: 1, en: 1 } }],
    ['disabled where it is', { address: 1, slot: 1, enabled: false }, { s1: { ad: 1, en: 0 } }],
    [
      'with the place of another, which stays as it is otherwise',
      { address: 1, slot: 2, enabled: true },
      { s2: { ad: 1, en: 1 }, s1: { ad: 7, en: 0 } },
    ],
    [
      'over one that was never told of',
      { address: 1, slot: 4, enabled: true },
      { s4: { ad: 1, en: 1 } },
    ],
    ['as it stands', { address: 7, slot: 2, enabled: false }, undefined],
    ['not there', { address: 5, slot: 2, enabled: true }, undefined],
  ])('%s', (_, wanted, sent) => {
    expect(planOf(SLOTS, wanted)).toEqual(sent);
  });
});
