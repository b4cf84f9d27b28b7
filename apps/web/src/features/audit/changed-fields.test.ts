import { expect, it } from 'vitest';
import { changedFields, otherFields } from './changed-fields.ts';

it('puts what changed first, and knows what came and went', () => {
  const detail = { before: { a: 1, b: 'x', gone: true }, after: { a: 1, b: 'y', came: [2] } };
  expect(changedFields(detail)).toEqual([
    { name: 'b', before: 'x', after: 'y', isChanged: true },
    { name: 'gone', before: 'true', after: undefined, isChanged: true },
    { name: 'came', before: undefined, after: '[2]', isChanged: true },
    { name: 'a', before: '1', after: '1', isChanged: false },
  ]);
});

it('reads a state of one word, and nothing where there is none', () => {
  expect(changedFields({ before: 'closeByCommand' })).toEqual([
    { name: '', before: 'closeByCommand', after: undefined, isChanged: true },
  ]);
  expect(changedFields({ reason: 'x' })).toEqual([]);
});

it('tells the rest as texts', () => {
  expect(
    otherFields({ before: 1, reason: 'x', none: null, filters: { module: 'Projects' } }),
  ).toEqual([
    ['reason', 'x'],
    ['none', '–'],
    ['filters', '{"module":"Projects"}'],
  ]);
});
