import { describe, expect, it } from 'vitest';
import type { Measurement } from '../device/measurement.ts';
import { checkReading } from './reading-plausibility.ts';

const ONE: Measurement = { voltageA: 230.1, currentA: 4.2, activePower: 0.94 };
const THREE: Measurement = {
  voltageA: 229.8,
  voltageB: 231.2,
  voltageC: 230.4,
  currentA: 18.2,
  currentB: 17.9,
  currentC: 18.4,
  activePower: 12.43,
  powerFactor: 0.986,
};

describe('a first reading', () => {
  it.each<[string, Measurement, number | null, number | undefined, boolean, string[]]>([
    ['of one phase', ONE, null, 230, true, []],
    ['of three phases', THREE, null, 230, true, []],
    ['at the lowest voltage of 230 V', { voltageA: 207 }, 230, 230, false, []],
    ['below it', { voltageA: 206.9 }, 230, 230, false, ['voltage-off A']],
    ['at the highest voltage of 230 V', { voltageA: 253 }, 230, 230, false, []],
    ['above it', { voltageA: 253.1 }, 230, 230, false, ['voltage-off A']],
    ['in North America', { voltageA: 119 }, null, 120, false, []],
    ['between all nominal voltages', { voltageA: 165 }, null, 127, false, ['voltage-off A']],
    ['in tenths of a volt', { voltageA: 23.0 }, null, 100, false, ['voltage-off A']],
    ['rated between phases', THREE, 400, 400 / Math.sqrt(3), true, []],
    ['without a voltage', { currentA: 4 }, null, undefined, false, ['no-voltage']],
    ['with a voltage of zero', { voltageA: 0 }, null, undefined, false, ['no-voltage']],
    [
      'with a lost phase',
      { voltageA: 230, voltageB: 0, voltageC: 231 },
      null,
      230,
      false,
      ['phase-without-voltage B'],
    ],
    [
      'with one phase low',
      { voltageA: 230, voltageB: 231, voltageC: 190 },
      null,
      230,
      false,
      ['voltage-off C'],
    ],
    ['with almost no current', { ...ONE, currentA: 0.2, activePower: 0 }, null, 230, false, []],
    ['with half of V x A', { ...ONE, activePower: 0.4 }, null, 230, true, ['power-low 0.97']],
    [
      'whose power factor explains half of V x A',
      { ...ONE, activePower: 0.4, powerFactor: 0.42 },
      null,
      230,
      true,
      [],
    ],
    [
      'whose power factor does not',
      { ...THREE, activePower: 4.1 },
      null,
      230,
      true,
      ['power-low 12.38'],
    ],
    ['with more than V x A', { ...ONE, activePower: 9.4 }, null, 230, true, ['power-high 0.97']],
    [
      'with more than the power factor allows',
      { ...ONE, activePower: 0.9, powerFactor: 0.5 },
      null,
      230,
      true,
      ['power-high 0.48'],
    ],
    [
      'with a reversed transformer',
      { ...ONE, activePower: -0.9 },
      null,
      230,
      true,
      ['power-reversed'],
    ],
    [
      'without the voltage of a phase that carries current',
      { voltageA: 230, currentA: 18, currentB: 18, activePower: 8 },
      null,
      230,
      false,
      [],
    ],
  ])('%s', (_name, measured, ratedV, nominalV, isPowerChecked, findings) => {
    const checked = checkReading(measured, ratedV);
    expect(checked.nominalV).toBe(nominalV);
    expect(checked.isPowerChecked).toBe(isPowerChecked);
    const found = checked.findings.map((one) =>
      [
        one.kind,
        'phase' in one ? one.phase : '',
        'expectedKw' in one ? one.expectedKw.toFixed(2) : '',
      ]
        .filter((part) => part !== '')
        .join(' '),
    );
    expect(found).toEqual(findings);
  });
});
