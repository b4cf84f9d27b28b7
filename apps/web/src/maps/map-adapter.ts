/**
 * Interface of a map for the screens, independent of the provider. All positions are WGS-84
 * degrees; other coordinate systems are converted inside the adapter. The screens draw pins and
 * devices on top of the map, so that they look and work the same with every provider. Every screen
 * works without a map if none can be drawn.
 */
import type { Bounds } from './graticule.ts';
import type { Pixel, Place } from './web-mercator.ts';

export interface MapAdapter {
  /** Returns the pixel of a geographic position, relative to the map container. */
  pixelOf(at: Place): Pixel;
  placeAt(at: Pixel): Place;
  bounds(): Bounds;
  /** Zoom level as in Web Mercator: the world is 256 × 2^zoom pixels wide. */
  zoom(): number;
  centre(): Place;
  /** Moves the view. */
  focus(at: Place, zoom: number): void;
  /** Notifies after every change of the view; returns an unsubscribe function. */
  onMove(listener: () => void): () => void;
  /** Notifies about clicks with their geographic position; returns an unsubscribe function. */
  onClick(listener: (at: Place) => void): () => void;
  setDark(isDark: boolean): void;
  destroy(): void;
}

export interface MapStart {
  readonly centre: Place;
  readonly zoom: number;
  readonly isDark: boolean;
  /** Accessible name of the map. */
  readonly label: string;
  /** BCP 47 language tag, for maps with place names. */
  readonly language: string;
  /** Called if the map fails after it was drawn, for example because its key is rejected. */
  readonly onBroken: () => void;
}

/** Draws a map into the element; rejects if that fails. */
export type DrawMap = (element: HTMLElement, start: MapStart) => Promise<MapAdapter>;

/** The initial view (docs/specification/dashboard.md 5.3): near Shanghai, zoomed out. */
export const FIRST_VIEW = { centre: { lng: 121.47, lat: 31.23 }, zoom: 2 } as const;
