/**
 * What the screens ask of a map, whoever draws it. All places are WGS-84 degrees; a map that
 * counts otherwise converts inside its adapter. Pins and devices are drawn over the map by the
 * screen, so that they look and work the same on each. Every screen works without a map when none
 * can be drawn.
 */
import type { Bounds } from './graticule.ts';
import type { Pixel, Place } from './web-mercator.ts';

export interface MapAdapter {
  /** Where a place stands, in pixels of the map's box. */
  pixelOf(at: Place): Pixel;
  placeAt(at: Pixel): Place;
  bounds(): Bounds;
  /** As Web Mercator counts: the world is 256 × 2^zoom pixels wide. */
  zoom(): number;
  centre(): Place;
  /** Moves the view. */
  focus(at: Place, zoom: number): void;
  /** Tells after every change of the view; answers how to stop. */
  onMove(listener: () => void): () => void;
  /** Tells where the user clicked; answers how to stop. */
  onClick(listener: (at: Place) => void): () => void;
  setDark(isDark: boolean): void;
  destroy(): void;
}

export interface MapStart {
  readonly centre: Place;
  readonly zoom: number;
  readonly isDark: boolean;
  /** Name of the map for those who hear the page. */
  readonly label: string;
  /** BCP 47, for maps that write names. */
  readonly language: string;
  /** The map broke after it was drawn (a key that is refused later). */
  readonly onBroken: () => void;
}

/** Draws a map into the element; rejects when it cannot. */
export type DrawMap = (element: HTMLElement, start: MapStart) => Promise<MapAdapter>;

/** The first view (docs/specification/dashboard.md 5.3): near Shanghai, far out. */
export const FIRST_VIEW = { centre: { lng: 121.47, lat: 31.23 }, zoom: 2 } as const;
