import type { CSSProperties, ReactNode } from 'react';
import type { MapAdapter } from '../../../maps/map-adapter.ts';
import { useMapMoves } from '../../../maps/map-frame.tsx';
import type { Place } from '../../../maps/web-mercator.ts';
import { toPlace, toWorld, worldPixels } from '../../../maps/web-mercator.ts';
import type { MapDevice } from '../api/use-dashboard.ts';
import { placeOf } from './device-clusters.ts';

interface MapInfoPlaceProps {
  readonly map: MapAdapter;
  /** Without a device, or without its location, the card is in a corner. */
  readonly device: MapDevice | undefined;
  readonly children: ReactNode;
}

const WIDTH = 336;
const GAP = 22;
const EDGE = 8;

/**
 * A view of the place with space for the card next to the pin, which on a map that is not wide is
 * right of the middle.
 */
export function viewBesideCard(map: MapAdapter, at: Place, zoom: number): Place {
  const middle = map.pixelOf(map.centre()).x;
  const wanted = Math.min(EDGE + WIDTH + GAP, 2 * middle - GAP);
  const shift = Math.max(0, wanted - middle);
  const { x, y } = toWorld(at);
  return toPlace({ x: x - shift / worldPixels(zoom), y });
}

/** Places the card next to the pin, on the side that has the space. */
export function MapInfoPlace({ map, device, children }: MapInfoPlaceProps) {
  useMapMoves(map);
  const at = device === undefined ? undefined : placeOf(device);
  const middle = map.pixelOf(map.centre());
  const [width, height] = [2 * middle.x, 2 * middle.y];
  const pin = at === undefined ? undefined : map.pixelOf(at);
  const style: CSSProperties = { inlineSize: WIDTH, insetBlock: EDGE, left: EDGE };
  if (pin !== undefined && pin.x >= 0 && pin.x <= width && pin.y >= 0 && pin.y <= height) {
    const right = pin.x + GAP;
    style.left = right + WIDTH + EDGE <= width ? right : Math.max(EDGE, pin.x - GAP - WIDTH);
    if (pin.y > (2 * height) / 3) style.alignContent = 'end';
    else if (pin.y > height / 3) style.alignContent = 'center';
  }
  return (
    <div className="map-info-place" style={style}>
      {children}
    </div>
  );
}
