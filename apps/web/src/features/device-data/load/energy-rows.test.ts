import { describe, expect, it } from 'vitest';
import { energyRows } from './energy-rows.ts';

describe('the energy table', () => {
  const registers = {
    activeTotal: 100,
    activeTotalSharp: 10,
    activeTotalPeak: 40,
    activeTotalOffPeak: 30,
    activeTotalValley: 20,
    activeImport: 100,
    activeExport: 0,
    reactiveTotal: 7.5,
  };

  it('contains each flow with its four bands', () => {
    const [total] = energyRows('active', registers);
    expect(total).toMatchObject({
      flow: 'Total',
      total: 100,
      bands: { sharp: 10, peak: 40, offPeak: 30, valley: 20 },
      shares: { sharp: 10, peak: 40, offPeak: 30, valley: 20 },
    });
  });

  it('distinguishes a register that was not reported from a zero', () => {
    const [, consumed, released] = energyRows('active', registers);
    expect(consumed?.bands.sharp).toBeUndefined();
    expect(consumed?.shares).toBeUndefined();
    expect(released?.total).toBe(0);
  });

  it('separates active and reactive energy', () => {
    expect(energyRows('reactive', registers)[0]?.total).toBe(7.5);
  });
});
