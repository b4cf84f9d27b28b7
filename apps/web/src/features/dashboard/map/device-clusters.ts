/** Devices on a map: nearby ones are clustered into one marker with count, worst state and load. */
import Supercluster from 'supercluster';
import type { Bounds } from '../../../maps/graticule.ts';
import type { MapAdapter } from '../../../maps/map-adapter.ts';
import type { Place } from '../../../maps/web-mercator.ts';
import { toPlace, toWorld } from '../../../maps/web-mercator.ts';
import type { MapDevice } from '../api/use-dashboard.ts';

/** Cluster radius in px: devices closer together share one marker. */
const CLUSTER_RADIUS = 56;
/** Beyond this zoom every device is shown separately. */
const LAST_CLUSTER_ZOOM = 15;
/** Highest zoom of a view of several devices, and of one: the surroundings of a place. */
const CLOSEST_FIT_ZOOM = 14;
const PLACE_ZOOM = 7;
/** Space at each edge of a fitted view, in px, so that no pin is cut off. */
const FIT_MARGIN = 48;

interface Summary {
  online: number;
  /** The lowest rank, which is the worst. */
  rank: number;
  /** The highest load in percent; -1 if none is known. */
  percent: number;
}
interface DeviceAt extends Summary {
  code: string;
}

export type DeviceClusters = Supercluster<DeviceAt, Summary>;

export type MapMark =
  | { readonly kind: 'device'; readonly code: string; readonly at: Place }
  | {
      readonly kind: 'cluster';
      readonly id: number;
      readonly at: Place;
      readonly count: number;
      readonly online: number;
      readonly rank: number;
      readonly percent: number | null;
    };

/** Data of a marker; `online` is the fraction shown by a cluster's ring. */
export interface MarkedDevice
  extends Pick<MapDevice, 'device_code' | 'lng_t' | 'lat_t' | 'online'> {
  /** The lower, the worse; a cluster shows the worst. */
  readonly rank?: number;
  readonly percent?: number | null;
}

type Placed = Pick<MapDevice, 'lng_t' | 'lat_t'>;

export function placeOf(device: Placed): Place | undefined {
  return device.lng_t === null || device.lat_t === null
    ? undefined
    : { lng: device.lng_t, lat: device.lat_t };
}

/** Devices at the same place are a cluster at every zoom up to `lastZoom`. */
export function clusterDevices(
  devices: readonly MarkedDevice[],
  lastZoom = LAST_CLUSTER_ZOOM,
): DeviceClusters {
  const clusters: DeviceClusters = new Supercluster({
    radius: CLUSTER_RADIUS,
    // Web Mercator with the scale of web-mercator.ts: 256 px at zoom 0.
    extent: 256,
    maxZoom: lastZoom,
    map: ({ online, rank, percent }) => ({ online, rank, percent }),
    reduce: (sum, { online, rank, percent }) => {
      sum.online += online;
      sum.rank = Math.min(sum.rank, rank);
      sum.percent = Math.max(sum.percent, percent);
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
          properties: {
            code: device.device_code,
            online: device.online ? 1 : 0,
            rank: device.rank ?? 0,
            percent: device.percent ?? -1,
          },
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
          rank: properties.rank,
          percent: properties.percent < 0 ? null : properties.percent,
        }
      : { kind: 'device', code: properties.code, at: { lng, lat } };
  });
}

/** Codes of the devices of a cluster, at most `limit`. */
export function codesIn(clusters: DeviceClusters, id: number, limit: number): string[] {
  return clusters.getLeaves(id, limit).map(({ properties }) => properties.code);
}

/** A view that shows all devices; undefined if none has a location. */
export function viewOfAll(
  devices: readonly Placed[],
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
  const room = Math.min(
    Math.max(1, box.width - 2 * FIT_MARGIN) / (east - west),
    Math.max(1, box.height - 2 * FIT_MARGIN) / (south - north),
  );
  const closest = Number.isFinite(room) ? CLOSEST_FIT_ZOOM : PLACE_ZOOM;
  const zoom = Math.max(0, Math.min(closest, Math.log2(room / 256)));
  return { centre: toPlace({ x: (west + east) / 2, y: (north + south) / 2 }), zoom };
}

/** Moves the map so that it shows all devices; does nothing if none has a location. */
export function fitAll(map: MapAdapter, devices: readonly Placed[]): void {
  const middle = map.pixelOf(map.centre());
  const view = viewOfAll(devices, { width: 2 * middle.x, height: 2 * middle.y });
  if (view !== undefined) map.focus(view.centre, view.zoom);
}
