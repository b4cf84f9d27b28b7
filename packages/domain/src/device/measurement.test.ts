import { describe, expect, it } from 'vitest';
import { ENERGY_REGISTER_FIELDS, MEASUREMENT_FIELDS } from './measurement.ts';

describe('measurement fields', () => {
  it('are 27 measured values and 30 registers, all with different names', () => {
    const measured = Object.keys(MEASUREMENT_FIELDS);
    const registers = Object.keys(ENERGY_REGISTER_FIELDS);
    expect(measured).toHaveLength(27);
    expect(registers).toHaveLength(30);
    expect(new Set([...measured, ...registers]).size).toBe(57);
  });

  it.each([
    ['voltageA', 'V', -1000, 1000],
    ['currentC', 'A', -10_000, 10_000],
    ['powerFactor', '', -1, 1],
  ] as const)('of %s have the unit %s and the bounds %i and %i', (field, unit, min, max) => {
    expect(MEASUREMENT_FIELDS[field]).toEqual({ unit, min, max });
  });

  it('have no negative registers, and one unit per kind of register', () => {
    for (const [field, spec] of Object.entries(ENERGY_REGISTER_FIELDS)) {
      expect(spec.min).toBe(0);
      expect(spec.unit).toBe(field.startsWith('active') ? 'kWh' : 'kvarh');
    }
  });
});
