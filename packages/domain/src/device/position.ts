/**
 * Where a device stands. Kept once as WGS-84 (lngT, latT); the BD-09 pair
 * (lng, lat) serves the Chinese map and is derived when it was not given. A
 * pair that was given is kept as it is: the way back from BD-09 is only
 * approximate, so a saved position must not wander with every save.
 */
import gcoord from 'gcoord';
import { done, type Outcome, refused } from '../refusal.ts';

export interface PositionInput {
  /** BD-09, degrees. */
  readonly lng?: number | undefined;
  readonly lat?: number | undefined;
  /** WGS-84, degrees. */
  readonly lngT?: number | undefined;
  readonly latT?: number | undefined;
}

export interface Position {
  readonly lng: number;
  readonly lat: number;
  readonly lngT: number;
  readonly latT: number;
}

type Pair = readonly [lng: number, lat: number];

/** Six decimals are 11 cm, finer than any surveyed mounting place. */
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

export function wgs84ToBd09([lng, lat]: Pair): Pair {
  const [x, y] = gcoord.transform([lng, lat], gcoord.WGS84, gcoord.BD09);
  return [round(x), round(y)];
}

export function bd09ToWgs84([lng, lat]: Pair): Pair {
  const [x, y] = gcoord.transform([lng, lat], gcoord.BD09, gcoord.WGS84);
  return [round(x), round(y)];
}

const isWithin = (degrees: number, limit: number): boolean =>
  Number.isFinite(degrees) && Math.abs(degrees) <= limit;

/**
 * Both pairs out of one or two; refuses `position-invalid` naming the field:
 * half a pair, no pair at all, or degrees that are not on the globe.
 */
export function completePosition(input: PositionInput): Outcome<Position> {
  const fields = [
    ['lng', input.lng, 180],
    ['lat', input.lat, 90],
    ['lngT', input.lngT, 180],
    ['latT', input.latT, 90],
  ] as const;
  for (const [field, degrees, limit] of fields) {
    if (degrees !== undefined && !isWithin(degrees, limit)) {
      return refused('position-invalid', field);
    }
  }
  const { lng, lat, lngT, latT } = input;
  if ((lng === undefined) !== (lat === undefined)) {
    return refused('position-invalid', lng === undefined ? 'lng' : 'lat');
  }
  if ((lngT === undefined) !== (latT === undefined)) {
    return refused('position-invalid', lngT === undefined ? 'lngT' : 'latT');
  }
  const bd09: Pair | undefined = lng === undefined || lat === undefined ? undefined : [lng, lat];
  const wgs84: Pair | undefined =
    lngT === undefined || latT === undefined ? undefined : [lngT, latT];
  if (wgs84 !== undefined) return done(joined(bd09 ?? wgs84ToBd09(wgs84), wgs84));
  if (bd09 !== undefined) return done(joined(bd09, bd09ToWgs84(bd09)));
  return refused('position-invalid');
}

function joined(bd09: Pair, wgs84: Pair): Position {
  return { lng: bd09[0], lat: bd09[1], lngT: wgs84[0], latT: wgs84[1] };
}
