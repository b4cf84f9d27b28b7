import { expect, it } from 'vitest';
import { byteRange } from './byte-range.ts';

it.each([
  [undefined, undefined],
  ['', undefined],
  ['bytes=-', undefined],
  ['items=0-1', undefined],
  ['bytes=0-1,3-4', undefined],
  ['bytes=5-4', undefined],
  ['bytes=0-', { first: 0, last: 99 }],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=40-', { first: 40, last: 99 }],
  ['bytes=40-1000', { first: 40, last: 99 }],
  ['bytes=-10', { first: 90, last: 99 }],
  ['bytes=-1000', { first: 0, last: 99 }],
  ['bytes=-0', 'outside'],
  ['bytes=100-', 'outside'],
  ['bytes=99999999999999999999-', 'outside'],
] as const)('parses the range header %j for a file of 100 bytes', (header, range) =>
  expect(byteRange(header, 100)).toEqual(range),
);
