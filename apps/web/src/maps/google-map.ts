/** Map of the global provider, for customers with map type google if there is an API key. */
import { loadScript } from './load-script.ts';
import type { DrawMap } from './map-adapter.ts';

interface LatLng {
  lat(): number;
  lng(): number;
}
interface Point {
  readonly x: number;
  readonly y: number;
}
interface Projection {
  fromLatLngToContainerPixel(at: LatLng): Point | null;
  fromContainerPixelToLatLng(at: Point): LatLng | null;
}
interface Overlay {
  setMap(map: unknown): void;
  getProjection(): Projection | undefined;
  onAdd: () => void;
  draw: () => void;
  onRemove: () => void;
}
interface GoogleMap {
  addListener(name: string, listener: (event: { latLng?: LatLng }) => void): { remove(): void };
  getBounds(): { getNorthEast(): LatLng; getSouthWest(): LatLng } | undefined;
  getZoom(): number | undefined;
  getCenter(): LatLng | undefined;
  setCenter(at: { lat: number; lng: number }): void;
  setZoom(zoom: number): void;
}
interface GoogleMaps {
  importLibrary(
    name: 'maps',
  ): Promise<{ Map: new (box: HTMLElement, options: object) => GoogleMap }>;
  OverlayView: new () => Overlay;
  LatLng: new (lat: number, lng: number) => LatLng;
  Point: new (x: number, y: number) => Point;
}

/** Returns the draw function for an API key. */
export function googleMap(key: string): DrawMap {
  return async (element, start) => {
    const query = new URLSearchParams({
      key,
      v: 'weekly',
      loading: 'async',
      language: start.language,
      callback: 'busbarGoogleMapReady',
    });
    await loadScript(`https://maps.googleapis.com/maps/api/js?${query}`, 'busbarGoogleMapReady');
    // The provider reports a rejected key only through this callback.
    Object.assign(window, { gm_authFailure: start.onBroken });
    const { maps } = (window as unknown as { google: { maps: GoogleMaps } }).google;
    const { Map: Drawn } = await maps.importLibrary('maps');
    const map = new Drawn(element, {
      center: start.centre,
      zoom: start.zoom,
      disableDefaultUI: true,
      clickableIcons: false,
      gestureHandling: 'cooperative',
    });
    // Only a custom overlay has access to the projection from geographic positions to pixels.
    const overlay = new maps.OverlayView();
    const projected = new Promise<void>((resolve) => {
      overlay.onAdd = () => undefined;
      overlay.onRemove = () => undefined;
      overlay.draw = () => resolve();
    });
    overlay.setMap(map);
    await projected;
    const nowhere = { x: -1_000, y: -1_000 };

    return {
      pixelOf: ({ lng, lat }) =>
        overlay.getProjection()?.fromLatLngToContainerPixel(new maps.LatLng(lat, lng)) ?? nowhere,
      placeAt({ x, y }) {
        const at = overlay.getProjection()?.fromContainerPixelToLatLng(new maps.Point(x, y));
        return at === undefined || at === null ? start.centre : { lng: at.lng(), lat: at.lat() };
      },
      bounds() {
        const bounds = map.getBounds();
        if (bounds === undefined) return { west: -180, east: 180, south: -85, north: 85 };
        const [from, to] = [bounds.getSouthWest(), bounds.getNorthEast()];
        return { west: from.lng(), south: from.lat(), east: to.lng(), north: to.lat() };
      },
      zoom: () => map.getZoom() ?? start.zoom,
      centre() {
        const at = map.getCenter();
        return at === undefined ? start.centre : { lng: at.lng(), lat: at.lat() };
      },
      focus(at, zoom) {
        map.setCenter(at);
        map.setZoom(zoom);
      },
      onMove(listener) {
        const subscription = map.addListener('bounds_changed', listener);
        return () => subscription.remove();
      },
      onClick(listener) {
        const subscription = map.addListener('click', ({ latLng }) => {
          if (latLng !== undefined) listener({ lng: latLng.lng(), lat: latLng.lat() });
        });
        return () => subscription.remove();
      },
      // The map's colours cannot be changed after creation.
      setDark: () => undefined,
      destroy() {
        overlay.setMap(null);
        element.replaceChildren();
      },
    };
  };
}
