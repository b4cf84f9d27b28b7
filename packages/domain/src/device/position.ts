/**
 * Location of a device. WGS-84 (lngT, latT) is always stored; the BD-09 pair (lng, lat) is for the
 * Chinese map and is computed if it was not given. A given pair is stored unchanged: the conversion
 * from BD-09 is only approximate, so a position must not drift with every save. If two pairs differ
 * in location, one was edited and the other is outdated.
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

/** Six decimals are 11 cm, finer than any surveyed mounting position. */
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

export function wgs84ToBd09([lng, lat]: Pair): Pair {
  const [x, y] = gcoord.transform([lng, lat], gcoord.WGS84, gcoord.BD09);
  return [round(x), round(y)];
}

export function bd09ToWgs84([lng, lat]: Pair): Pair {
  const [x, y] = gcoord.transform([lng, lat], gcoord.BD09, gcoord.WGS84);
  return [round(x), round(y)];
}

/** Pairs of one location differ by rounding and by the approximate conversion; about 50 m. */
const SAME_PLACE_DEGREES = 5e-4;

const isSamePlace = (one: Pair, other: Pair): boolean =>
  one.every((degrees, i) => Math.abs(degrees - other[i]!) <= SAME_PLACE_DEGREES);

const isWithin = (degrees: number, limit: number): boolean =>
  Number.isFinite(degrees) && Math.abs(degrees) <= limit;

/**
 * Returns both pairs, given one or both; refuses with `position-invalid` and the field if a pair is
 * incomplete, if both are missing, or if degrees are out of range. If the pairs differ in location,
 * the WGS-84 pair is used, unless it equals that of `stored`: then the other pair was edited.
 */
export function completePosition(input: PositionInput, stored?: Position): Outcome<Position> {
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
  if (wgs84 === undefined) {
    return bd09 === undefined ? refused('position-invalid') : done(joined(bd09, bd09ToWgs84(bd09)));
  }
  const derived = wgs84ToBd09(wgs84);
  if (bd09 === undefined || isSamePlace(bd09, derived)) return done(joined(bd09 ?? derived, wgs84));
  const isEdited =
    stored !== undefined &&
    isSamePlace(wgs84, [stored.lngT, stored.latT]) &&
    !isSamePlace(bd09, [stored.lng, stored.lat]);
  return done(isEdited ? joined(bd09, bd09ToWgs84(bd09)) : joined(derived, wgs84));
}

function joined(bd09: Pair, wgs84: Pair): Position {
  return { lng: bd09[0], lat: bd09[1], lngT: wgs84[0], latT: wgs84[1] };
}
