import { describe, expect, it } from 'vitest';
import { graticule, graticuleStep } from './graticule.ts';

describe('the graticule step', () => {
  it.each([
    [360, 60],
    [60, 10],
    [6.2, 2],
    [0.7, 0.2],
    [0.0001, 0.001],
  ])('for a view of %d degrees is %d', (span, step) => {
    expect(graticuleStep(span)).toBe(step);
  });
});

describe('the graticule lines', () => {
  it('cover only the view, and are labelled by hemisphere', () => {
    const lines = graticule({ west: -1.2, south: 50.1, east: 4.9, north: 52.4 });
    expect(lines.filter((l) => l.isMeridian).map((l) => l.label)).toEqual(['0°', '2°E', '4°E']);
    expect(lines.filter((l) => !l.isMeridian).map((l) => l.label)).toEqual(['52°N']);
  });

  it('are labelled with as many decimals as their step has', () => {
    const labels = graticule({ west: 121.4, south: 31.2, east: 121.52, north: 31.26 });
    expect(labels[0]?.label).toBe('121.40°E');
    expect(graticule({ west: -4.9, south: 0, east: 1, north: 1 })[0]?.label).toBe('4°W');
  });

  it('end at the edge of the map', () => {
    const lines = graticule({ west: -400, south: -89, east: 400, north: 89 });
    expect(Math.max(...lines.filter((l) => l.isMeridian).map((l) => l.degrees))).toBe(180);
    expect(Math.max(...lines.filter((l) => !l.isMeridian).map((l) => l.degrees))).toBeLessThan(86);
  });
});
