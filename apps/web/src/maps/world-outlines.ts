/**
 * Coasts and borders as paths in fractions of the world (see web-mercator.ts), from bundled files.
 * The bounding box of each country is stored, so that a close view draws only a few countries.
 */
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import fineUrl from 'world-atlas/countries-50m.json?url';
import coarseUrl from 'world-atlas/countries-110m.json?url';
import { toWorld } from './web-mercator.ts';

export interface Outline {
  readonly land: Path2D;
  /** Omits the cut along 180 degrees, which is not a border. */
  readonly border: Path2D;
  readonly west: number;
  readonly east: number;
  readonly north: number;
  readonly south: number;
}

export async function readOutlines(detail: 'coarse' | 'fine'): Promise<Outline[]> {
  const response = await fetch(detail === 'coarse' ? coarseUrl : fineUrl);
  if (!response.ok) throw new Error(`map outlines: HTTP ${response.status}`);
  const world = (await response.json()) as Topology;
  const countries = world.objects.countries;
  if (countries === undefined) return [];
  const shapes = feature(world, countries);
  const features = 'features' in shapes ? shapes.features : [shapes];
  return features.flatMap(({ geometry }) =>
    geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon'
      ? polygonsOf(geometry).map(outlineOf)
      : [],
  );
}

function polygonsOf(shape: GeoJSON.Polygon | GeoJSON.MultiPolygon): GeoJSON.Position[][][] {
  return shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;
}

/** One land polygon with its lakes. */
function outlineOf(rings: readonly GeoJSON.Position[][]): Outline {
  const land = new Path2D();
  const border = new Path2D();
  let west = 1;
  let east = 0;
  let north = 1;
  let south = 0;
  for (const ring of rings) {
    let wasEdge = true;
    for (const [at, [lng = 0, lat = 0]] of ring.entries()) {
      const { x, y } = toWorld({ lng, lat });
      const isEdge = Math.abs(lng) > 179.99;
      if (at === 0) land.moveTo(x, y);
      else land.lineTo(x, y);
      if (at === 0 || (isEdge && wasEdge)) border.moveTo(x, y);
      else border.lineTo(x, y);
      wasEdge = isEdge;
      west = Math.min(west, x);
      east = Math.max(east, x);
      north = Math.min(north, y);
      south = Math.max(south, y);
    }
    land.closePath();
  }
  return { land, border, west, east, north, south };
}
