import { describe, expect, it } from 'vitest';
import { shiftPoint, ValueCollector } from './value-collector.ts';

describe('a shifted decimal point', () => {
  it.each([
    [5415414.19, -3, 5415.41419],
    [913.252, -3, 0.913252],
    [0.1, -3, 0.0001],
    [-172.594, -3, -0.172594],
    [1e-7, -3, 1e-10],
    [1e21, -3, 1e18],
    [2635, -3, 2.635],
    [0, -3, 0],
    [6.294, 0, 6.294],
  ])('of %d by %d is %d', (value, places, shifted) => {
    expect(shiftPoint(value, places)).toBe(shifted);
  });
});

describe('collected values', () => {
  const reasonOf = (value: unknown) => {
    const values = new ValueCollector();
    values.measure('voltageA', value, 'voltage');
    return [values.measurement.voltageA, values.rejected.map(({ reason }) => reason)];
  };

  it.each([
    [239.7, 239.7, []],
    [-1000, -1000, []],
    [1e-13, 0, []],
    [undefined, undefined, []],
    [null, undefined, []],
    ['239.7', undefined, ['wrong-type']],
    [true, undefined, ['wrong-type']],
    [[239.7], undefined, ['wrong-type']],
    [{ value: 1 }, undefined, ['wrong-type']],
    [Number.NaN, undefined, ['not-finite']],
    [Number.POSITIVE_INFINITY, undefined, ['not-finite']],
    [1000.1, undefined, ['out-of-bounds']],
    [1e300, undefined, ['out-of-bounds']],
  ])('%j is stored as %j, rejected as %j', (value, stored, reasons) => {
    expect(reasonOf(value)).toEqual([stored, reasons]);
  });

  it('never contain a register below zero', () => {
    const values = new ValueCollector();
    values.count('activeTotal', -0.01, 'total', -3);
    expect(values.hasCounted).toBe(false);
    expect(values.rejected).toMatchObject([{ reason: 'out-of-bounds' }]);
  });
});
