import { describe, expect, it } from 'vitest';
import { boundsOf, pixelOf, toWorld } from '../../../maps/web-mercator.ts';
import type { MapDevice } from '../api/use-dashboard.ts';
import { clusterDevices, codesIn, marksIn, viewOfAll } from './device-clusters.ts';

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

  it('have the worst rank and the highest load of their devices', () => {
    const ranked = clusterDevices([
      { ...device('a', 121.4, 31.2), rank: 3, percent: 20 },
      { ...device('b', 121.5, 31.3), rank: 1, percent: null },
      { ...device('c', 121.45, 31.25), rank: 6, percent: 85 },
    ]);
    expect(marksIn(ranked, WORLD, 2)).toMatchObject([{ count: 3, rank: 1, percent: 85 }]);
    const unknown = clusterDevices([
      { ...device('a', 121.4, 31.2), rank: 3, percent: null },
      { ...device('b', 121.5, 31.3), rank: 3 },
    ]);
    expect(marksIn(unknown, WORLD, 2)).toMatchObject([{ count: 2, rank: 3, percent: null }]);
  });

  it('list devices at the same place, which no zoom separates', () => {
    const same = ['a', 'b', 'c'].map((code) => device(code, 121.4, 31.2));
    const index = clusterDevices(same, 17);
    const [mark] = marksIn(index, WORLD, 17);
    if (mark?.kind !== 'cluster') throw new Error('not a cluster');
    expect(index.getClusterExpansionZoom(mark.id)).toBeGreaterThan(17);
    expect(codesIn(index, mark.id, 50).toSorted()).toEqual(['a', 'b', 'c']);
    expect(codesIn(index, mark.id, 2)).toHaveLength(2);
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

  it('keeps the pins away from the edges, and shows a town from near', () => {
    const fleet = [device('a', 121.4, 31.2), device('b', 121.5, 31.25)];
    const view = viewOfAll(fleet, BOX)!;
    expect(view.zoom).toBeGreaterThan(11);
    const shown = { ...toWorld(view.centre), zoom: view.zoom, ...BOX };
    for (const { lng_t, lat_t } of fleet) {
      const { x, y } = pixelOf(shown, { lng: lng_t!, lat: lat_t! });
      expect(x).toBeGreaterThan(47);
      expect(x).toBeLessThan(BOX.width - 47);
      expect(y).toBeGreaterThan(47);
      expect(y).toBeLessThan(BOX.height - 47);
    }
  });

  it('shows the region around a single device, and is undefined without locations', () => {
    expect(viewOfAll([device('a', 121, 31)], BOX)?.zoom).toBe(7);
    expect(viewOfAll([device('a', null, null)], BOX)).toBeUndefined();
  });
});
