import { expect, it } from 'vitest';
import { changedFields, otherFields } from './changed-fields.ts';

it('lists changed fields first and marks added and removed ones', () => {
  const detail = { before: { a: 1, b: 'x', gone: true }, after: { a: 1, b: 'y', came: [2] } };
  expect(changedFields(detail)).toEqual([
    { name: 'b', before: 'x', after: 'y', isChanged: true },
    { name: 'gone', before: 'true', after: undefined, isChanged: true },
    { name: 'came', before: undefined, after: '[2]', isChanged: true },
    { name: 'a', before: '1', after: '1', isChanged: false },
  ]);
});

it('reads a single value as state, and returns nothing if there is none', () => {
  expect(changedFields({ before: 'closeByCommand' })).toEqual([
    { name: '', before: 'closeByCommand', after: undefined, isChanged: true },
  ]);
  expect(changedFields({ reason: 'x' })).toEqual([]);
});

it('returns the remaining fields as texts', () => {
  expect(
    otherFields({ before: 1, reason: 'x', none: null, filters: { module: 'Projects' } }),
  ).toEqual([
    ['reason', 'x'],
    ['none', '–'],
    ['filters', '{"module":"Projects"}'],
  ]);
});
