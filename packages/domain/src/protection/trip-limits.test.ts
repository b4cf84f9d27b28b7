import { describe, expect, it } from 'vitest';
import { tripLimits } from './trip-limits.ts';

const set = (name: string, values: unknown) => ({ set: name, values });

describe('the trip limits of a breaker', () => {
  it.each([
    ['overVoltage', { enable: '1', doOpen: '1', ov: '270' }, ['voltage', 270]],
    ['lowVoltage', { enable: true, lv: 180 }, ['voltage', 180]],
    ['overCurrent', { enable: '1', ocv: '63' }, ['current', 63]],
    ['overLoad', { enable: '1', olv: '42.5' }, ['power', 42.5]],
    ['overVoltage', { enable: '0', ov: '270' }, undefined],
    ['overVoltage', { enable: '1', ov: 'many' }, undefined],
    ['overVoltage', null, undefined],
    ['lostPhase', { enable: '1', lpv: '100' }, undefined],
    ['unknown', { enable: '1', ov: '270' }, undefined],
  ] as const)('%s %o', (name, record, limit) => {
    expect(tripLimits([set(name, record)])).toEqual(
      limit === undefined ? [] : [{ protection: name, quantity: limit[0], value: limit[1] }],
    );
  });
});
