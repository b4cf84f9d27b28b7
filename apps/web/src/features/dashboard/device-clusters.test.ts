import { describe, expect, it } from 'vitest';
import { boundsOf, toWorld } from '../../maps/web-mercator.ts';
import type { MapDevice } from './api/use-dashboard.ts';
import { clusterDevices, marksIn, viewOfAll } from './device-clusters.ts';

const device = (
  code: string,
  lng: number | null,
  lat: number | null,
  online = true,
): MapDevice => ({
  id: 1,
  device_name: code,
  device_code: code,
  lng,
  lat,
  lng_t: lng,
  lat_t: lat,
  online,
  presence: online ? 'online' : 'offline',
  status: '',
  csq: null,
  rated_cur: null,
  alarm_count: 0,
  alarm_type: null,
  load_kw: null,
  load_percent: null,
  load_at: null,
});
const WORLD = { west: -180, south: -85, east: 180, north: 85 };
const BOX = { width: 800, height: 420 };

describe('map clusters', () => {
  const fleet = [
    device('a', 121.4, 31.2),
    device('b', 121.5, 31.3, false),
    device('c', 2.35, 48.85),
    device('nowhere', null, null),
  ];
  const clusters = clusterDevices(fleet);

  it('join nearby devices, count online ones and exclude devices without a location', () => {
    const marks = marksIn(clusters, WORLD, 2);
    expect(marks).toHaveLength(2);
    expect(marks).toContainEqual(expect.objectContaining({ kind: 'cluster', count: 2, online: 1 }));
    expect(marks).toContainEqual(expect.objectContaining({ kind: 'device', code: 'c' }));
  });

  it('separate when the map is zoomed in', () => {
    const near = boundsOf({ ...toWorld({ lng: 121.45, lat: 31.25 }), zoom: 12, ...BOX });
    expect(marksIn(clusters, near, 12.4).map(({ kind }) => kind)).toEqual(['device', 'device']);
  });

  it('contain every device exactly once at every zoom', () => {
    const many = Array.from({ length: 10_000 }, (_, at) =>
      device(`d${at}`, ((at * 37) % 3600) / 10 - 180, ((at * 53) % 1600) / 10 - 80),
    );
    const index = clusterDevices(many);
    for (const zoom of [0, 3, 6, 9]) {
      const count = marksIn(index, WORLD, zoom).reduce(
        (sum, mark) => sum + (mark.kind === 'cluster' ? mark.count : 1),
        0,
      );
      expect(count).toBe(10_000);
    }
  });
});

describe('the first view of the map', () => {
  it('shows all devices', () => {
    const fleet = [device('a', -70, -30), device('b', 140, 60)];
    const view = viewOfAll(fleet, BOX)!;
    const { west, east, south, north } = boundsOf({
      ...toWorld(view.centre),
      zoom: view.zoom,
      ...BOX,
    });
    expect(west).toBeLessThan(-70);
    expect(east).toBeGreaterThan(140);
    expect(south).toBeLessThan(-30);
    expect(north).toBeGreaterThan(60);
  });

  it('shows the region around a single device, and is undefined without locations', () => {
    expect(viewOfAll([device('a', 121, 31)], BOX)?.zoom).toBe(7);
    expect(viewOfAll([device('a', null, null)], BOX)).toBeUndefined();
  });
});
