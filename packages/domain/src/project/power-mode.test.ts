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
    ['LED at low voltage stays', { voltageV: 207 }, 2],
    ['sodium with its ballast', { kind: 'sodium', lampPowerKw: 0.25 }, 5.6],
    ['sodium at 207 V', { kind: 'sodium', lampPowerKw: 0.25, voltageV: 207 }, 4.63256],
    ['sodium at 253 V', { kind: 'sodium', lampPowerKw: 0.25, voltageV: 253 }, 6.64806],
    ['halogen at 207 V', { kind: 'halogen', voltageV: 207 }, 1.68972],
    ['no voltage is told', { kind: 'sodium', lampPowerKw: 0.25, voltageV: null }, 5.6],
    [
      'voltages beyond the law are cut',
      { kind: 'sodium', lampPowerKw: 0.25, voltageV: 100 },
      2.94694,
    ],
    [
      'single: nothing corrected',
      { mode: 'single', kind: 'sodium', lampPowerKw: 0.25, voltageV: 207 },
      5,
    ],
    ['fixed', { mode: 'fixed', figureKw: 1.8 }, 1.8],
    ['fixed without a figure is calculated', { mode: 'fixed' }, 2],
    ['total, by the share of nameplates', { mode: 'total', figureKw: 7.2 }, 1.8],
    ['compared', { mode: 'compared', referenceKw: 1.9 }, 1.9],
    [
      'compared at 207 V',
      { mode: 'compared', kind: 'sodium', referenceKw: 5, voltageV: 207 },
      4.13621,
    ],
    ['compared and never seen whole', { mode: 'compared' }, 2],
  ] as const)('%s', (_, change, totalKw) => {
    const power = scheduledPower({ ...basis, ...change });
    expect(power.totalKw).toBeCloseTo(totalKw, 4);
    expect(power.lampKw).toBeCloseTo(totalKw / 20, 5);
  });

  it('remembers what is drawn at nominal voltage', () => {
    const at = { kind: 'sodium', voltageV: 207, nominalVoltageV: 230 };
    expect(atNominalVoltage(4.63256, at)).toBeCloseTo(5.6, 4);
  });
});
