import { describe, expect, it } from 'vitest';
import {
  boundsOf,
  type MapView,
  panned,
  pixelOf,
  placeAt,
  toPlace,
  toWorld,
  zoomedAt,
} from './web-mercator.ts';

const SHANGHAI = { lng: 121.47, lat: 31.23 };
const viewAt = (place: { lng: number; lat: number }, zoom: number): MapView => ({
  ...toWorld(place),
  zoom,
  width: 800,
  height: 400,
});

describe('the world as a unit square', () => {
  it.each([
    [{ lng: 0, lat: 0 }, 0.5, 0.5],
    [{ lng: -180, lat: 90 }, 0, 0],
    [{ lng: 90, lat: -90 }, 0.75, 1],
    [{ lng: 0, lat: 90 }, 0.5, 0],
  ])('has %j at %d, %d', (place, x, y) => {
    expect(toWorld(place).x).toBeCloseTo(x, 6);
    expect(toWorld(place).y).toBeCloseTo(y, 6);
  });

  it('converts a point back to the same position', () => {
    const back = toPlace(toWorld(SHANGHAI));
    expect(back.lng).toBeCloseTo(SHANGHAI.lng, 9);
    expect(back.lat).toBeCloseTo(SHANGHAI.lat, 9);
  });
});

describe('a map view', () => {
  it('has its centre in the middle, and returns the position under a pixel', () => {
    const view = viewAt(SHANGHAI, 6);
    expect(pixelOf(view, SHANGHAI)).toEqual({ x: 400, y: 200 });
    const place = placeAt(view, { x: 10, y: 380 });
    const pixel = pixelOf(view, place);
    expect(pixel.x).toBeCloseTo(10, 6);
    expect(pixel.y).toBeCloseTo(380, 6);
  });

  it('shows the copy of a position that is nearest to the centre', () => {
    const view = viewAt({ lng: 179, lat: 0 }, 4);
    // One degree east of the date line is two degrees east of the centre, not 358 degrees west of
    // it.
    expect(pixelOf(view, { lng: -179, lat: 0 }).x).toBeCloseTo(400 + (2 / 360) * 4096, 6);
  });

  it('continues beyond 180 degrees at the date line', () => {
    const { west, east } = boundsOf(viewAt({ lng: 179, lat: 0 }, 4));
    expect(west).toBeLessThan(179);
    expect(east).toBeGreaterThan(180);
  });

  it('keeps the position under the pointer fixed while it is dragged and zoomed', () => {
    const view = viewAt(SHANGHAI, 6);
    const at = { x: 123, y: 77 };
    const place = placeAt(view, at);
    const zoomed = pixelOf(zoomedAt(view, 7.5, at), place);
    expect(zoomed.x).toBeCloseTo(at.x, 6);
    expect(zoomed.y).toBeCloseTo(at.y, 6);
    const dragged = pixelOf(panned(view, { x: 40, y: -25 }), place);
    expect(dragged.x).toBeCloseTo(163, 6);
    expect(dragged.y).toBeCloseTo(52, 6);
  });

  it('ends at the poles', () => {
    const { north } = boundsOf(panned(viewAt(SHANGHAI, 2), { x: 0, y: 100_000 }));
    expect(north).toBeCloseTo(85.0511, 3);
  });
});
