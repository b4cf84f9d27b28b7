import { describe, expect, it } from 'vitest';
import { evaluateLampGroup, MAX_LAMP_KW } from './lamp-group.ts';
import { kwOfWatts, LAMP_NAMEPLATES_W, wattsOfKw } from './lamp-watts.ts';

describe('lamp power in W', () => {
  it.each([
    [50, 0.05],
    [70, 0.07],
    [100, 0.1],
    [150, 0.15],
    [250, 0.25],
    [400, 0.4],
    // 0.0351 * 1000 is 35.099999999999994 in binary.
    [35.1, 0.0351],
    [57.3, 0.0573],
    [0.1, 0.0001],
    [75.25, 0.07525],
    [100_000, MAX_LAMP_KW],
  ])('%d W are %d kW, both ways', (watts, kw) => {
    expect(kwOfWatts(watts)).toBe(kw);
    expect(wattsOfKw(kw)).toBe(watts);
  });

  it('is the same after a round trip, for each tenth of a watt up to 2 kW', () => {
    const changed = [];
    for (let tenths = 1; tenths <= 20_000; tenths += 1) {
      const watts = Number((tenths / 10).toFixed(1));
      const kw = Number((tenths / 10_000).toFixed(4));
      if (kwOfWatts(watts) !== kw || wattsOfKw(kw) !== watts) changed.push(watts);
    }
    expect(changed).toEqual([]);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0])('of %d is refused as power', (watts) => {
    const group = { name: 'Pier', lampCount: 24, lampPowerKw: kwOfWatts(watts) };
    expect(evaluateLampGroup(group)).toEqual({
      ok: false,
      refusal: 'lamp-power-invalid',
      field: 'lampPowerKw',
    });
  });

  it.each(LAMP_NAMEPLATES_W)('accepts the nameplate of %d W', (watts) => {
    const group = { name: 'Pier', lampCount: 24, lampPowerKw: kwOfWatts(watts) };
    expect(evaluateLampGroup(group).ok).toBe(true);
  });
});
