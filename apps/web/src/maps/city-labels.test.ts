import { describe, expect, it } from 'vitest';
import { CITIES } from './cities.ts';
import { cityName, placeLabels } from './city-labels.ts';
import { toWorld } from './web-mercator.ts';

const view = (zoom: number, width = 800, height = 420) => ({
  ...toWorld({ lng: 20, lat: 30 }),
  zoom,
  width,
  height,
});
const widthOf = (text: string) => text.length * 7;

describe('the cities of the built-in map', () => {
  it('have a place and a name in each language, without duplicates', () => {
    expect(CITIES.length).toBeGreaterThan(55);
    for (const { lng, lat, names } of CITIES) {
      expect(Math.abs(lng) <= 180 && Math.abs(lat) <= 80).toBe(true);
      expect(names).toHaveLength(6);
      expect(names[1]).toMatch(/^\p{Script=Han}+$/u);
      expect(names[2]).toMatch(/^[\p{Script=Cyrillic} -]+$/u);
      expect(names[5]).toMatch(/^[\p{Script=Arabic} ]+$/u);
      for (const at of [0, 3, 4]) expect(names[at]).toMatch(/^[\p{Script=Latin} -]+$/u);
    }
    expect(new Set(CITIES.map(({ names }) => names[0])).size).toBe(CITIES.length);
  });

  it.each([
    ['en', 'Cairo'],
    ['zh-CN', '开罗'],
    ['ru', 'Каир'],
    ['fr-FR', 'Le Caire'],
    ['es', 'El Cairo'],
    ['ar-u-nu-latn', 'القاهرة'],
    ['de', 'Cairo'],
  ])('are named in %s', (language, name) => {
    const cairo = CITIES.find(({ names }) => names[0] === 'Cairo')!;
    expect(cityName(cairo, language)).toBe(name);
  });

  it.each([0.5, 1, 2, 3, 4, 6])('do not overlap at zoom %d, and are within the view', (zoom) => {
    for (const language of ['en', 'ru', 'ar']) {
      const labels = placeLabels(CITIES, view(zoom), language, widthOf);
      for (const [at, a] of labels.entries()) {
        expect(a.left >= 0 && a.left + widthOf(a.text) <= 800).toBe(true);
        for (const b of labels.slice(at + 1)) {
          const isApart =
            Math.abs(a.dot.y - b.dot.y) >= 18 ||
            a.left + widthOf(a.text) <= b.left ||
            b.left + widthOf(b.text) <= a.left;
          expect(isApart, `${a.text} and ${b.text}`).toBe(true);
        }
      }
    }
  });

  it('are fewer when zoomed out', () => {
    const count = (zoom: number) =>
      placeLabels(CITIES, view(zoom, 8000, 5000), 'en', widthOf).length;
    expect(count(1)).toBeLessThanOrEqual(8);
    expect(count(2)).toBeLessThanOrEqual(18);
    expect(count(2)).toBeGreaterThan(count(1));
    expect(count(4.5)).toBeGreaterThan(50);
  });
});
