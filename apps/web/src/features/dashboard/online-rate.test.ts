import { expect, it } from 'vitest';
import { gaugeArc, onlineRate } from './online-rate.ts';

it.each([
  [0, 0, null],
  [0, 3, 0],
  [1, 3, 33.33],
  [2, 3, 66.67],
  [9_999, 10_000, 99.99],
  [7, 7, 100],
] as const)('%d of %d devices online are a rate of %s', (online, total, rate) => {
  expect(onlineRate(online, total)).toBe(rate);
});

it.each([
  [0, 'M10 100A90 90 0 0 1 10 100'],
  [0.5, 'M10 100A90 90 0 0 1 100 10'],
  [1, 'M10 100A90 90 0 0 1 190 100'],
  [7, 'M10 100A90 90 0 0 1 190 100'],
])('draws the gauge arc for the fraction %d', (part, path) => {
  expect(gaugeArc(part, 90, { x: 100, y: 100 })).toBe(path);
});
