/** Devices on a map: nearby ones are clustered into one marker with count and online fraction. */
import Supercluster from 'supercluster';
import type { Bounds } from '../../maps/graticule.ts';
import type { Place } from '../../maps/web-mercator.ts';
import { toPlace, toWorld } from '../../maps/web-mercator.ts';
import type { MapDevice } from './api/use-dashboard.ts';

/** Cluster radius in px: devices closer together share one marker. */
const CLUSTER_RADIUS = 56;
/** Beyond this zoom every device is shown separately. */
const LAST_CLUSTER_ZOOM = 15;

interface OnlineCount {
  online: number;
}
interface DeviceAt extends OnlineCount {
  code: string;
}

export type DeviceClusters = Supercluster<DeviceAt, OnlineCount>;

export type MapMark =
  | { readonly kind: 'device'; readonly code: string; readonly at: Place }
  | {
      readonly kind: 'cluster';
      readonly id: number;
      readonly at: Place;
      readonly count: number;
      readonly online: number;
    };

/** Data of a marker; `online` is the fraction shown by a cluster's ring. */
export type MarkedDevice = Pick<MapDevice, 'device_code' | 'lng_t' | 'lat_t' | 'online'>;

export function placeOf(device: MarkedDevice): Place | undefined {
  return device.lng_t === null || device.lat_t === null
    ? undefined
    : { lng: device.lng_t, lat: device.lat_t };
}

export function clusterDevices(devices: readonly MarkedDevice[]): DeviceClusters {
  const clusters: DeviceClusters = new Supercluster({
    radius: CLUSTER_RADIUS,
    // Web Mercator with the scale of web-mercator.ts: 256 px at zoom 0.
    extent: 256,
    maxZoom: LAST_CLUSTER_ZOOM,
    map: ({ online }) => ({ online }),
    reduce: (sum, { online }) => {
      sum.online += online;
    },
  });
  return clusters.load(
    devices.flatMap((device) => {
      const at = placeOf(device);
      if (at === undefined) return [];
      return [
        {
          type: 'Feature' as const,
          geometry: { type: 'Point' as const, coordinates: [at.lng, at.lat] },
          properties: { code: device.device_code, online: device.online ? 1 : 0 },
        },
      ];
    }),
  );
}

export function marksIn(clusters: DeviceClusters, bounds: Bounds, zoom: number): MapMark[] {
  const { west, south, east, north } = bounds;
  return clusters.getClusters([west, south, east, north], Math.floor(zoom)).map((feature) => {
    const [lng = 0, lat = 0] = feature.geometry.coordinates;
    const { properties } = feature;
    return 'cluster_id' in properties
      ? {
          kind: 'cluster',
          id: properties.cluster_id,
          at: { lng, lat },
          count: properties.point_count,
          online: properties.online,
        }
      : { kind: 'device', code: properties.code, at: { lng, lat } };
  });
}

/** A view that shows all devices; undefined if none has a location. */
export function viewOfAll(
  devices: readonly MarkedDevice[],
  box: { readonly width: number; readonly height: number },
): { centre: Place; zoom: number } | undefined {
  const places = devices.flatMap((device) => placeOf(device) ?? []).map(toWorld);
  if (places.length === 0) return undefined;
  let [west, east, north, south] = [1, 0, 1, 0];
  for (const { x, y } of places) {
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  }
  // Adds a margin of one third and limits the zoom to a region, because the outlines have little
  // detail.
  const room = Math.min(box.width / (east - west), box.height / (south - north)) / 1.35;
  const zoom = Math.max(1, Math.min(7, Math.log2(room / 256)));
  return { centre: toPlace({ x: (west + east) / 2, y: (north + south) / 2 }), zoom };
}
