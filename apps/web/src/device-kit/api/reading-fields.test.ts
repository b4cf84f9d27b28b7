import { describe, expect, it } from 'vitest';
import { toMeasurement, toRegisters } from './reading-fields.ts';

describe('names of readings', () => {
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
