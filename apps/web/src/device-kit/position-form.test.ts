import { describe, expect, it } from 'vitest';
import { NO_PAIRS, positionOf, withPair } from './position-form.ts';

const metres = (a: number, b: number) => Math.abs(a - b) * 111_320;

describe('the coordinate pairs of a location', () => {
  it('are converted within one metre, whichever of the two was typed', () => {
    const typed = withPair(NO_PAIRS, 'wgs84', { lng: 121.4737, lat: 31.2304 });
    expect(typed.bd09.lng).toBeGreaterThan(121.48);
    const back = withPair(NO_PAIRS, 'bd09', typed.bd09);
    expect(metres(back.wgs84.lng ?? 0, 121.4737)).toBeLessThan(1.5);
    expect(metres(back.wgs84.lat ?? 0, 31.2304)).toBeLessThan(1.5);
  });

  it('retain the text exactly as typed', () => {
    expect(withPair(NO_PAIRS, 'bd09', { lng: 121.4805, lat: 31.2361 }).bd09).toEqual({
      lng: 121.4805,
      lat: 31.2361,
    });
  });

  it('leave the other pair unchanged while one is incomplete or out of range', () => {
    const full = withPair(NO_PAIRS, 'wgs84', { lng: 10, lat: 50 });
    expect(withPair(full, 'wgs84', { lng: 10, lat: null }).bd09).toEqual(full.bd09);
    expect(withPair(full, 'wgs84', { lng: 10, lat: 91 }).bd09).toEqual(full.bd09);
  });

  it('are saved only if they form a valid location', () => {
    expect(positionOf(NO_PAIRS)).toBeUndefined();
    expect(positionOf(withPair(NO_PAIRS, 'wgs84', { lng: 10, lat: null }))).toBeUndefined();
    expect(positionOf(withPair(NO_PAIRS, 'wgs84', { lng: 10, lat: 50 }))).toMatchObject({
      lngT: 10,
      latT: 50,
    });
  });
});
