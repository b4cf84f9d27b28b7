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

describe('the slot changes to send', () => {
  it.each([
    ['a move to a free slot', { address: 1, slot: 3, enabled: true }, { s3: { ad: 1, en: 1 } }],
    ['disabling in place', { address: 1, slot: 1, enabled: false }, { s1: { ad: 1, en: 0 } }],
    [
      'a swap with another slave, whose other settings are unchanged',
      { address: 1, slot: 2, enabled: true },
      { s2: { ad: 1, en: 1 }, s1: { ad: 7, en: 0 } },
    ],
    [
      'a move onto a slave the gateway never reported',
      { address: 1, slot: 4, enabled: true },
      { s4: { ad: 1, en: 1 } },
    ],
    ['no change', { address: 7, slot: 2, enabled: false }, undefined],
    ['an unknown address', { address: 5, slot: 2, enabled: true }, undefined],
  ])('are computed for %s', (_, wanted, sent) => {
    expect(planOf(SLOTS, wanted)).toEqual(sent);
  });
});
