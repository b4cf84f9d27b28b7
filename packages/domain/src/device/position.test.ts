import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bd09ToWgs84, completePosition, wgs84ToBd09 } from './position.ts';

describe('device position', () => {
  it('derives the Chinese pair about a kilometre from the true one', () => {
    const [lng, lat] = wgs84ToBd09([121.4737, 31.2304]);
    expect(lng).toBeCloseTo(121.4848, 3);
    expect(lat).toBeCloseTo(31.2344, 3);
  });

  it('is converted back to within a metre in China', () => {
    const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(degrees(80, 125), degrees(22, 45), (lng, lat) => {
        const [x, y] = bd09ToWgs84(wgs84ToBd09([lng, lat]));
        expect(Math.abs(x - lng)).toBeLessThan(1e-5);
        expect(Math.abs(y - lat)).toBeLessThan(1e-5);
      }),
    );
  });

  it('is completed from either pair of coordinates', () => {
    const fromTrue = completePosition({ lngT: 121.4737, latT: 31.2304 });
    expect(fromTrue).toMatchObject({ ok: true, value: { lngT: 121.4737, latT: 31.2304 } });
    const shown = fromTrue.ok ? fromTrue.value : { lng: 0, lat: 0 };
    const fromShown = completePosition({ lng: shown.lng, lat: shown.lat });
    expect(fromShown.ok && fromShown.value.lngT).toBeCloseTo(121.4737, 4);
    expect(fromShown.ok && fromShown.value.lng).toBe(shown.lng);
  });

  it('retains both given pairs if they describe the same location', () => {
    const given = { lng: 121.48482, lat: 31.23441, lngT: 121.4737, latT: 31.2304 };
    expect(completePosition(given)).toEqual({ ok: true, value: given });
  });

  const stored = { lng: 121.4848, lat: 31.2344, lngT: 121.4737, latT: 31.2304 };
  const elsewhere = { lng: 10, lat: 10 };

  it('recomputes the Chinese pair if it describes another location', () => {
    const { lngT, latT } = stored;
    const [lng, lat] = wgs84ToBd09([lngT, latT]);
    for (const known of [undefined, { ...stored, lngT: 120 }, { ...stored, ...elsewhere }]) {
      expect(completePosition({ ...stored, ...elsewhere }, known)).toEqual({
        ok: true,
        value: { lng, lat, lngT, latT },
      });
    }
  });

  it('uses the Chinese pair if only that one was edited', () => {
    const [lngT, latT] = bd09ToWgs84([10, 10]);
    expect(completePosition({ ...stored, ...elsewhere }, stored)).toEqual({
      ok: true,
      value: { ...elsewhere, lngT, latT },
    });
  });

  it('accepts zero degrees', () => {
    expect(completePosition({ lngT: 0, latT: 0 })).toMatchObject({ ok: true });
  });

  it.each([
    [{}, undefined],
    [{ lng: 121 }, 'lat'],
    [{ lat: 31 }, 'lng'],
    [{ lngT: 121 }, 'latT'],
    [{ lngT: 121, latT: 31, lat: 31 }, 'lng'],
    [{ lngT: 180.1, latT: 31 }, 'lngT'],
    [{ lngT: 121, latT: -90.1 }, 'latT'],
    [{ lngT: Number.NaN, latT: 31 }, 'lngT'],
    [{ lng: Number.POSITIVE_INFINITY, lat: 31 }, 'lng'],
  ])('rejects %j with field %s', (input, field) => {
    expect(completePosition(input)).toEqual({
      ok: false,
      refusal: 'position-invalid',
      ...(field === undefined ? {} : { field }),
    });
  });
});
