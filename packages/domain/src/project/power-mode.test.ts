import { describe, expect, it } from 'vitest';
import { atNominalVoltage, type PowerBasis, scheduledPower } from './power-mode.ts';

const basis: PowerBasis = {
  mode: 'calculated',
  kind: 'led',
  lamps: 20,
  lampPowerKw: 0.1,
  figureKw: null,
  share: 0.25,
  referenceKw: null,
  voltageV: 230,
  nominalVoltageV: 230,
};

describe('scheduled power', () => {
  // Manual calculation: 0.25 kW sodium with 12 % ballast is 0.28 kW; (207 / 230)^1.8 = 0.9^1.8 =
  // 0.82724.
  it.each([
    ['LED, calculated', {}, 2],
    ['LED at low voltage, unchanged', { voltageV: 207 }, 2],
    ['sodium with its ballast', { kind: 'sodium', lampPowerKw: 0.25 }, 5.6],
    ['sodium at 207 V', { kind: 'sodium', lampPowerKw: 0.25, voltageV: 207 }, 4.63256],
    ['sodium at 253 V', { kind: 'sodium', lampPowerKw: 0.25, voltageV: 253 }, 6.64806],
    ['halogen at 207 V', { kind: 'halogen', voltageV: 207 }, 1.68972],
    [
      'sodium without a measured voltage',
      { kind: 'sodium', lampPowerKw: 0.25, voltageV: null },
      5.6,
    ],
    [
      'voltages outside the range of the formula',
      { kind: 'sodium', lampPowerKw: 0.25, voltageV: 100 },
      2.94694,
    ],
    [
      'single, without correction',
      { mode: 'single', kind: 'sodium', lampPowerKw: 0.25, voltageV: 207 },
      5,
    ],
    ['fixed', { mode: 'fixed', figureKw: 1.8 }, 1.8],
    ['fixed without a configured power, calculated', { mode: 'fixed' }, 2],
    ['total, by the share of nameplates', { mode: 'total', figureKw: 7.2 }, 1.8],
    ['compared', { mode: 'compared', referenceKw: 1.9 }, 1.9],
    [
      'compared at 207 V',
      { mode: 'compared', kind: 'sodium', referenceKw: 5, voltageV: 207 },
      4.13621,
    ],
    ['compared without a reference, calculated', { mode: 'compared' }, 2],
  ] as const)('has the expected value for %s', (_, change, totalKw) => {
    const power = scheduledPower({ ...basis, ...change });
    expect(power.totalKw).toBeCloseTo(totalKw, 4);
    expect(power.lampKw).toBeCloseTo(totalKw / 20, 5);
  });

  it('uses the power at nominal voltage as reference', () => {
    const at = { kind: 'sodium', voltageV: 207, nominalVoltageV: 230 };
    expect(atNominalVoltage(4.63256, at)).toBeCloseTo(5.6, 4);
  });
});
