import { describe, expect, it } from 'vitest';
import { readTableSearch, visibleColumns } from './table-search.ts';

describe('the table parameters of an address', () => {
  it.each([
    [{}, {}],
    [
      { page: '3', size: '50', sort: 'csq', order: 'desc', cols: 'b,a', density: 'compact' },
      { page: 3, size: 50, sort: 'csq', order: 'desc', cols: 'b,a', density: 'compact' },
    ],
    [
      { page: 2, size: 30 },
      { page: 2, size: 30 },
    ],
    [{ page: '0', size: '-5', order: 'up', density: 'tiny' }, {}],
    [{ page: '1e9', size: '401' }, {}],
    [{ page: '2.5', sort: '' }, {}],
    [{ page: ['1'], cols: { a: 1 } }, {}],
  ])('are read from %j as %j', (search, expected) => {
    expect(readTableSearch(search)).toEqual(expected);
  });
});

describe('visible columns', () => {
  const columns = [{ key: 'a' }, { key: 'b' }, { key: 'c', isHiddenByDefault: true }];
  it.each([
    [undefined, ['a', 'b']],
    ['', ['a', 'b']],
    ['c,a', ['c', 'a']],
    ['b,b,b', ['b']],
    ['gone', ['a', 'b']],
    ['gone,b', ['b']],
  ])('for %j are %j', (cols, expected) => {
    expect(visibleColumns(columns, cols).map(({ key }) => key)).toEqual(expected);
  });
});
