/**
 * The two coordinate pairs of the location dialog. The typed text is retained exactly, and the
 * other pair is computed from it. The map shows WGS-84.
 */
import { bd09ToWgs84, completePosition, wgs84ToBd09 } from '@busbar/domain/device/position';

export const SYSTEMS = ['bd09', 'wgs84'] as const;
export type System = (typeof SYSTEMS)[number];
export interface Pair {
  readonly lng: number | null;
  readonly lat: number | null;
}
export type Pairs = Readonly<Record<System, Pair>>;

export const NO_PAIRS: Pairs = { bd09: { lng: null, lat: null }, wgs84: { lng: null, lat: null } };

const isOnGlobe = (pair: Pair): pair is { lng: number; lat: number } =>
  pair.lng !== null && pair.lat !== null && Math.abs(pair.lng) <= 180 && Math.abs(pair.lat) <= 90;

/** Returns the pairs after one of them changed; an incomplete pair leaves the other unchanged. */
export function withPair(pairs: Pairs, system: System, pair: Pair): Pairs {
  const changed = { ...pairs, [system]: pair };
  if (!isOnGlobe(pair)) return changed;
  const derive = system === 'bd09' ? bd09ToWgs84 : wgs84ToBd09;
  const [lng, lat] = derive([pair.lng, pair.lat]);
  return { ...changed, [system === 'bd09' ? 'wgs84' : 'bd09']: { lng, lat } };
}

/** Returns the location to save, or undefined if no pair is complete and in range. */
export function positionOf({ bd09, wgs84 }: Pairs) {
  const complete = completePosition({
    lng: bd09.lng ?? undefined,
    lat: bd09.lat ?? undefined,
    lngT: wgs84.lng ?? undefined,
    latT: wgs84.lat ?? undefined,
  });
  return complete.ok ? complete.value : undefined;
}
