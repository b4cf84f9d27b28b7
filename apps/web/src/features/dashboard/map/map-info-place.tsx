import type { CSSProperties, ReactNode } from 'react';
import type { MapAdapter } from '../../../maps/map-adapter.ts';
import { useMapMoves } from '../../../maps/map-frame.tsx';
import type { MapDevice } from '../api/use-dashboard.ts';
import { placeOf } from './device-clusters.ts';

interface MapInfoPlaceProps {
  readonly map: MapAdapter;
  /** Without a device, or without its location, the card is in a corner. */
  readonly device: MapDevice | undefined;
  readonly children: ReactNode;
}

const WIDTH = 290;
const GAP = 22;
const EDGE = 8;

/** Places the card next to the pin, on the side that has the space. */
export function MapInfoPlace({ map, device, children }: MapInfoPlaceProps) {
  useMapMoves(map);
  const at = device === undefined ? undefined : placeOf(device);
  const middle = map.pixelOf(map.centre());
  const [width, height] = [2 * middle.x, 2 * middle.y];
  const pin = at === undefined ? undefined : map.pixelOf(at);
  const style: CSSProperties = { inlineSize: WIDTH, maxBlockSize: height - 2 * EDGE };
  if (pin === undefined || pin.x < 0 || pin.x > width || pin.y < 0 || pin.y > height) {
    Object.assign(style, { left: EDGE, top: EDGE });
  } else {
    const right = pin.x + GAP;
    style.left = right + WIDTH + EDGE <= width ? right : Math.max(EDGE, pin.x - GAP - WIDTH);
    if (pin.y < middle.y) style.top = Math.max(EDGE, pin.y - 60);
    else style.bottom = Math.max(EDGE, height - pin.y - 60);
  }
  return (
    <div className="map-info-place" style={style}>
      {children}
    </div>
  );
}
