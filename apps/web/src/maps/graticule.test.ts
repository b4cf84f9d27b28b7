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
    const lines = graticule({ west: -1.2, south: 50.1, east: 4.9, north: 52.4 }, 'en');
    expect(lines.filter((l) => l.isMeridian).map((l) => l.label)).toEqual([
      '0°',
      '2°\u202fE',
      '4°\u202fE',
    ]);
    expect(lines.filter((l) => !l.isMeridian).map((l) => l.label)).toEqual(['52°\u202fN']);
  });

  it('are labelled with as many decimals as their step has', () => {
    const labels = graticule({ west: 121.4, south: 31.2, east: 121.52, north: 31.26 }, 'en');
    expect(labels[0]?.label).toBe('121.40°\u202fE');
    expect(graticule({ west: -4.9, south: 0, east: 1, north: 1 }, 'en')[0]?.label).toBe(
      '4°\u202fW',
    );
  });

  it.each([
    ['fr-FR', '4,9°\u202fO', '0,1°\u202fS'],
    ['ru-RU', '4,9°\u202fз.\u202fд.', '0,1°\u202fю.\u202fш.'],
    ['zh-Hans-CN', '4.9°\u202fW', '0.1°\u202fS'],
  ])('are labelled in the language %s as %s', (language, west, south) => {
    const lines = graticule({ west: -4.9, south: -0.1, east: -4.4, north: 0 }, language);
    const first = (isMeridian: boolean) =>
      lines.find((line) => line.isMeridian === isMeridian)?.label;
    expect([first(true), first(false)]).toEqual([west, south]);
  });

  it('end at the edge of the map', () => {
    const lines = graticule({ west: -400, south: -89, east: 400, north: 89 }, 'en');
    expect(Math.max(...lines.filter((l) => l.isMeridian).map((l) => l.degrees))).toBe(180);
    expect(Math.max(...lines.filter((l) => !l.isMeridian).map((l) => l.degrees))).toBeLessThan(86);
  });
});
