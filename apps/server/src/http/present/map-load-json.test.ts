import { describe, expect, it } from 'vitest';
import { mapLoadJson } from './map-load-json.ts';
import { presentMapLoad } from './present-device.ts';

const AT = 1_764_260_000_123;

describe('the load of a device on the map as JSON', () => {
  it.each([
    [12.43, 18.4, 63],
    [-0.5, 0, 63],
    [0, 70, 63],
    [1e21, 1e-7, 0.1],
    [null, 18.4, 63],
    [3, null, 63],
    [3, 3, null],
    [null, null, null],
  ])('of %s kW, %s A and a rating of %s A is that of a single device', (loadKw, current, rated) => {
    const text = [loadKw, current, rated, AT].map((one) => one ?? '').join(' ');
    const load = { loadKw, highestCurrentA: current, ratedCurrentA: rated, measuredAt: AT };
    expect(JSON.parse(`{${mapLoadJson(text)}}`)).toEqual(presentMapLoad(load));
  });

  it('is null without a reading of the present position', () => {
    const load = { loadKw: null, highestCurrentA: null, ratedCurrentA: null, measuredAt: null };
    expect(JSON.parse(`{${mapLoadJson('')}}`)).toEqual(presentMapLoad(load));
  });
});
