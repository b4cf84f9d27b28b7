import type { MEASUREMENT_WIRE_NAMES } from '@busbar/contract/v1/data';
import { ENERGY_REGISTER_FIELDS, MEASUREMENT_FIELDS } from '@busbar/domain/device/measurement';
import { describe, expect, it } from 'vitest';
import { ENERGY_WIRE, MEASUREMENT_WIRE, toMeasurement, toRegisters } from './reading-fields.ts';

describe('names of readings', () => {
  it('cover every measurement and every register once', async () => {
    const wire: { MEASUREMENT_WIRE_NAMES: typeof MEASUREMENT_WIRE_NAMES } = await import(
      '@busbar/contract/v1/data'
    );
    expect(Object.keys(MEASUREMENT_WIRE).sort()).toEqual(Object.keys(MEASUREMENT_FIELDS).sort());
    expect(Object.values(MEASUREMENT_WIRE).sort()).toEqual([...wire.MEASUREMENT_WIRE_NAMES].sort());
    expect(Object.keys(ENERGY_WIRE).sort()).toEqual(Object.keys(ENERGY_REGISTER_FIELDS).sort());
    expect(new Set(Object.values(ENERGY_WIRE)).size).toBe(30);
  });

  it.each([
    ['epT', 'activeTotal'],
    ['epI1', 'activeImportSharp'],
    ['epEx2', 'activeExportPeak'],
    ['eqT3', 'reactiveTotalOffPeak'],
    ['eqEx4', 'reactiveExportValley'],
  ])('map %s to %s', (wire, field) => {
    expect(toRegisters({ [wire]: 1.25 })).toEqual({ [field]: 1.25 });
  });

  it('omit values that are absent, null or not a number', () => {
    expect(toMeasurement({ volPa: 230, curA: null, insP: 'x', freq: Number.NaN })).toEqual({
      voltageA: 230,
    });
  });
});
