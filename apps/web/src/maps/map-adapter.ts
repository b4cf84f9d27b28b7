/**
 * What the screens ask of a map, whoever draws it. All places are WGS-84 degrees; a map that
 * counts otherwise converts inside its adapter. Coordinates are numbers first: every screen works
 * without a map when none can be drawn.
 */
export interface Place {
  readonly lng: number;
  readonly lat: number;
}

export interface MapAdapter {
  /** Sets the one pin, or takes it away. Does not move the view. */
  setPin(at: Place | null): void;
  /** Moves the view. */
  focus(at: Place, zoom?: number): void;
  /** Tells where the user clicked or dropped the pin; answers how to stop. */
  onPick(listener: (at: Place) => void): () => void;
  /** Middle of the view, for setting a pin from the keyboard. */
  centre(): Place;
  setDark(isDark: boolean): void;
  destroy(): void;
}

export interface MapStart {
  readonly centre: Place;
  readonly zoom: number;
  readonly isDark: boolean;
  /** Name of the map for those who hear the page. */
  readonly label: string;
}

/** Draws a map into the element; rejects when this browser cannot. */
export type DrawMap = (element: HTMLElement, start: MapStart) => Promise<MapAdapter>;

/** The specification's first view: near Shanghai, far out. */
export const FIRST_VIEW = { centre: { lng: 121.47, lat: 31.23 }, zoom: 2 } as const;
