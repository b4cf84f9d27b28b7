/**
 * Tiles of a tile server on the canvas of the built-in map. A tile that is missing is replaced by
 * the part of a coarser one, or by the outlines below it.
 */
import { type MapView, worldPixels } from './web-mercator.ts';

export interface TileSource {
  /** Address with `{z}`, `{x}` and `{y}`. */
  readonly url: string;
}

interface PlacedTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

export interface TileLayer {
  /** Returns true if the view shows at least one tile. */
  paint(context: CanvasRenderingContext2D, view: MapView, isDark: boolean): boolean;
  destroy(): void;
}

/** Highest zoom level that tile servers commonly have. */
const LAST_TILE_ZOOM = 19;
/** Levels between a missing tile and the coarser one that may replace it. */
const COARSER_LEVELS = 4;
const MAX_CACHED = 400;
/** The server counts as unreachable after so many failures without a tile. */
const MAX_FAILURES = 4;

/** The tiles that cover the view, with their position on it. */
export function tilesOf(view: MapView): PlacedTile[] {
  const z = Math.max(0, Math.min(LAST_TILE_ZOOM, Math.round(view.zoom)));
  const count = 2 ** z;
  const world = worldPixels(view.zoom);
  const size = world / count;
  const [west, north] = [view.x * world - view.width / 2, view.y * world - view.height / 2];
  const tiles: PlacedTile[] = [];
  const lastY = Math.min(count - 1, Math.floor((north + view.height) / size));
  const lastColumn = Math.floor((west + view.width) / size);
  for (let y = Math.max(0, Math.floor(north / size)); y <= lastY; y += 1) {
    for (let column = Math.floor(west / size); column <= lastColumn; column += 1) {
      const x = ((column % count) + count) % count;
      tiles.push({ z, x, y, left: column * size - west, top: y * size - north, size });
    }
  }
  return tiles;
}

export const tileAddress = (url: string, { z, x, y }: Pick<PlacedTile, 'z' | 'x' | 'y'>): string =>
  url.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));

export function tileLayer(
  { url }: TileSource,
  onLoad: () => void,
  onBroken: () => void,
): TileLayer {
  /** Oldest first; null while loading and after a failure. */
  const images = new Map<string, HTMLImageElement | null>();
  let failures = 0;
  let hasTile = false;
  let isGone = false;

  function load(address: string): void {
    images.set(address, null);
    const image = new Image();
    // Tile servers may require the origin of the page; the rest of its address is not sent.
    image.referrerPolicy = 'origin';
    image.onload = () => {
      hasTile = true;
      images.delete(address);
      images.set(address, image);
      for (const oldest of images.keys()) {
        if (images.size <= MAX_CACHED) break;
        images.delete(oldest);
      }
      if (!isGone) onLoad();
    };
    image.onerror = () => {
      failures += 1;
      if (!isGone && !hasTile && failures === MAX_FAILURES) onBroken();
    };
    image.src = address;
  }

  function paintTile(context: CanvasRenderingContext2D, tile: PlacedTile): boolean {
    const { z, x, y, left, top, size } = tile;
    for (let up = 0; up <= Math.min(COARSER_LEVELS, z); up += 1) {
      const parts = 2 ** up;
      const part = { z: z - up, x: Math.floor(x / parts), y: Math.floor(y / parts) };
      const address = tileAddress(url, part);
      const image = images.get(address);
      if (image === undefined && up === 0) load(address);
      if (!image) continue;
      const width = image.naturalWidth / parts;
      const height = image.naturalHeight / parts;
      // Whole pixels, so that there are no seams between tiles.
      const [l, t] = [Math.round(left), Math.round(top)];
      const [r, b] = [Math.round(left + size), Math.round(top + size)];
      context.drawImage(
        image,
        (x % parts) * width,
        (y % parts) * height,
        width,
        height,
        l,
        t,
        r - l,
        b - t,
      );
      return true;
    }
    return false;
  }

  return {
    paint(context, view, isDark) {
      let isShown = false;
      for (const tile of tilesOf(view)) isShown = paintTile(context, tile) || isShown;
      if (isShown && isDark) {
        context.fillStyle = 'rgb(13 19 27 / 40%)';
        context.fillRect(0, 0, view.width, view.height);
      }
      return isShown;
    },
    destroy() {
      isGone = true;
      images.clear();
    },
  };
}
