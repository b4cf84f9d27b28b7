import { expect, it } from 'vitest';
import { newestText, rangeText } from './range-text.ts';

it.each([
  [226.1, 227.14, '226.1 – 227.1'],
  [226.1, 226.1, '226.1'],
  [226.11, 226.13, '226.1'],
  [undefined, undefined, '–'],
  [null, 226.1, '–'],
])('shows the limits %s and %s of a selected column as %s', (low, high, text) => {
  expect(rangeText(low, high, 1, 'en')).toBe(text);
});

it.each([
  [227.14, '227.1'],
  [undefined, '–'],
])('shows %s of the newest column as one value: %s', (high, text) => {
  expect(newestText(high, 1, 'en')).toBe(text);
});
