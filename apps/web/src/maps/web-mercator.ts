/**
 * Web Mercator and the visible part of it. The world is a square from 0 to 1, east and south
 * positive; at zoom z it is 256 × 2^z pixels wide. Pure functions, used by the maps and by tests.
 */
import type { Bounds } from './graticule.ts';

export interface Place {
  readonly lng: number;
  readonly lat: number;
}

/** Pixels from the top left corner of the map. */
export interface Pixel {
  readonly x: number;
  readonly y: number;
}

export interface MapView {
  /** Centre of the view, as a fraction of the world. */
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
}

/** Latitude up to which Web Mercator is a square. */
const LAST_LATITUDE = 85.051_128_78;
const RADIANS = Math.PI / 180;

export function toWorld({ lng, lat }: Place): Pixel {
  const held = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, lat));
  const north = Math.log(Math.tan(Math.PI / 4 + (held * RADIANS) / 2));
  return { x: lng / 360 + 0.5, y: 0.5 - north / (2 * Math.PI) };
}

/** Geographic position of a point of the world, with a longitude between −180 and 180. */
export function toPlace({ x, y }: Pixel): Place {
  const lat = (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2) / RADIANS;
  return { lng: (x - Math.floor(x) - 0.5) * 360, lat };
}

export function worldPixels(zoom: number): number {
  return 256 * 2 ** zoom;
}

/** Pixel of a geographic position; of its copies around the globe, the one nearest the centre. */
export function pixelOf(view: MapView, place: Place): Pixel {
  const { x, y } = toWorld(place);
  const size = worldPixels(view.zoom);
  const east = x - view.x;
  return {
    x: view.width / 2 + (east - Math.round(east)) * size,
    y: view.height / 2 + (y - view.y) * size,
  };
}

function worldAt(view: MapView, at: Pixel): Pixel {
  const size = worldPixels(view.zoom);
  return {
    x: view.x + (at.x - view.width / 2) / size,
    y: view.y + (at.y - view.height / 2) / size,
  };
}

export function placeAt(view: MapView, at: Pixel): Place {
  return toPlace(worldAt(view, at));
}

/** Visible degrees; west and east extend beyond 180 where the view crosses the date line. */
export function boundsOf(view: MapView): Bounds {
  const corner = worldAt(view, { x: 0, y: 0 });
  const other = worldAt(view, { x: view.width, y: view.height });
  return {
    west: (corner.x - 0.5) * 360,
    east: (other.x - 0.5) * 360,
    north: toPlace({ x: 0, y: Math.max(0, corner.y) }).lat,
    south: toPlace({ x: 0, y: Math.min(1, other.y) }).lat,
  };
}

/** Pans by pixels, so that the position under the pointer remains under it. */
export function panned(view: MapView, by: Pixel): MapView {
  const size = worldPixels(view.zoom);
  return held({ ...view, x: view.x - by.x / size, y: view.y - by.y / size });
}

/** Zooms while the position at the pixel `at` remains fixed. */
export function zoomedAt(view: MapView, zoom: number, at: Pixel): MapView {
  const fixed = worldAt(view, at);
  const size = worldPixels(zoom);
  return held({
    ...view,
    zoom,
    x: fixed.x - (at.x - view.width / 2) / size,
    y: fixed.y - (at.y - view.height / 2) / size,
  });
}

/** Wraps around the globe horizontally; limits the view to the world vertically. */
export function held(view: MapView): MapView {
  const half = view.height / 2 / worldPixels(view.zoom);
  const y = half >= 0.5 ? 0.5 : Math.max(half, Math.min(1 - half, view.y));
  return { ...view, x: view.x - Math.floor(view.x), y };
}
