import { describe, expect, it } from 'vitest';
import { tileAddress, tilesOf } from './map-tiles.ts';
import { toWorld } from './web-mercator.ts';

const view = (lng: number, lat: number, zoom: number) => ({
  ...toWorld({ lng, lat }),
  zoom,
  width: 600,
  height: 400,
});

describe('the tiles of a view', () => {
  it.each([
    [0, 0, 2],
    [121.47, 31.23, 10],
    [121.47, 31.23, 10.4],
    [121.47, 31.23, 10.6],
    [179.9, -16, 5],
    [-74, 40.7, 17],
  ])('cover it at %d, %d, zoom %d, without gap or overlap', (lng, lat, zoom) => {
    const tiles = tilesOf(view(lng, lat, zoom));
    const rows = new Set(tiles.map(({ top }) => top));
    const columns = new Set(tiles.map(({ left }) => left));
    expect(tiles).toHaveLength(rows.size * columns.size);
    expect(new Set(tiles.map(({ left, top }) => `${left} ${top}`)).size).toBe(tiles.length);
    const { size, z } = tiles[0]!;
    expect(size).toBeGreaterThan(180);
    expect(size).toBeLessThan(363);
    expect(Math.min(...columns)).toBeLessThanOrEqual(0);
    expect(Math.max(...columns) + size).toBeGreaterThanOrEqual(600);
    expect(Math.min(...rows)).toBeLessThanOrEqual(0);
    expect(Math.max(...rows) + size).toBeGreaterThanOrEqual(400);
    for (const { x, y } of tiles) {
      expect(x >= 0 && x < 2 ** z && y >= 0 && y < 2 ** z).toBe(true);
    }
  });

  it('have the numbers of the common scheme', () => {
    const tiles = tilesOf({ ...view(121.47, 31.23, 10), width: 2, height: 2 });
    expect(tiles).toMatchObject([{ z: 10, x: 857, y: 418, size: 256 }]);
    expect(tileAddress('https://t.example/{z}/{x}/{y}.png', tiles[0]!)).toBe(
      'https://t.example/10/857/418.png',
    );
  });

  it('end at the poles and repeat around the globe', () => {
    const tiles = tilesOf({ ...view(0, 0, 0), height: 256 });
    expect(tiles.map(({ x, y }) => `${x} ${y}`)).toEqual(['0 0', '0 0', '0 0']);
  });
});
