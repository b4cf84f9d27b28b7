/**
 * Map of the Chinese provider, for customers with map type baidu if the installation has an API
 * key. It uses BD-09 coordinates and metres per pixel.
 */
import { bd09ToWgs84, wgs84ToBd09 } from '@busbar/domain/device/position';
import { loadScript } from './load-script.ts';
import type { DrawMap } from './map-adapter.ts';
import type { Place } from './web-mercator.ts';

interface BaiduPoint {
  readonly lng: number;
  readonly lat: number;
}
interface BaiduPixel {
  readonly x: number;
  readonly y: number;
}
interface BaiduMap {
  centerAndZoom(at: BaiduPoint, zoom: number): void;
  pointToPixel(at: BaiduPoint): BaiduPixel;
  pixelToPoint(at: BaiduPixel): BaiduPoint;
  getBounds(): { getSouthWest(): BaiduPoint; getNorthEast(): BaiduPoint };
  getZoom(): number;
  getCenter(): BaiduPoint;
  addEventListener(name: string, listener: (event: { latlng?: BaiduPoint }) => void): void;
  removeEventListener(name: string, listener: (event: { latlng?: BaiduPoint }) => void): void;
  destroy?(): void;
}
interface Baidu {
  Map: new (element: HTMLElement) => BaiduMap;
  Point: new (lng: number, lat: number) => BaiduPoint;
  Pixel: new (x: number, y: number) => BaiduPixel;
}

/** The map's zoom level 18 is one metre per pixel, which Web Mercator reaches at 17.26. */
const ZOOM_AHEAD = 0.74;
const MOVES = ['moving', 'moveend', 'zooming', 'zoomend', 'resize'];

export function baiduMap(key: string): DrawMap {
  return async (element, start) => {
    const query = new URLSearchParams({
      type: 'webgl',
      v: '1.0',
      ak: key,
      callback: 'busbarBaiduMapReady',
    });
    await loadScript(`https://api.map.baidu.com/api?${query}`, 'busbarBaiduMapReady');
    const { BMapGL } = window as unknown as { BMapGL: Baidu };
    const pointOf = ({ lng, lat }: Place) => new BMapGL.Point(...wgs84ToBd09([lng, lat]));
    const placeOf = (at: BaiduPoint): Place => {
      const [lng, lat] = bd09ToWgs84([at.lng, at.lat]);
      return { lng, lat };
    };
    const map = new BMapGL.Map(element);
    map.centerAndZoom(pointOf(start.centre), start.zoom + ZOOM_AHEAD);

    return {
      pixelOf: (at) => map.pointToPixel(pointOf(at)),
      placeAt: ({ x, y }) => placeOf(map.pixelToPoint(new BMapGL.Pixel(x, y))),
      bounds() {
        const bounds = map.getBounds();
        const [from, to] = [placeOf(bounds.getSouthWest()), placeOf(bounds.getNorthEast())];
        return { west: from.lng, south: from.lat, east: to.lng, north: to.lat };
      },
      zoom: () => map.getZoom() - ZOOM_AHEAD,
      centre: () => placeOf(map.getCenter()),
      focus: (at, zoom) => map.centerAndZoom(pointOf(at), zoom + ZOOM_AHEAD),
      onMove(listener) {
        for (const name of MOVES) map.addEventListener(name, listener);
        return () => {
          for (const name of MOVES) map.removeEventListener(name, listener);
        };
      },
      onClick(listener) {
        const report = ({ latlng }: { latlng?: BaiduPoint }) => {
          if (latlng !== undefined) listener(placeOf(latlng));
        };
        map.addEventListener('click', report);
        return () => map.removeEventListener('click', report);
      },
      // The map's colours cannot be changed after creation.
      setDark: () => undefined,
      destroy() {
        map.destroy?.();
        element.replaceChildren();
      },
    };
  };
}
