import { expect, it } from 'vitest';
import { readUserSearch } from './user-search.ts';

it.each([
  [
    { open: '1987654321', group: '5' },
    { open: 1_987_654_321, group: 5 },
  ],
  [{ open: 7 }, { open: 7 }],
  [{ open: '0' }, {}],
  [{ open: 'x', group: '-1' }, {}],
  [
    { state: 'locked', role: '4', keyword: 'li' },
    { state: 'locked', role: '4', keyword: 'li' },
  ],
  [{ state: 'gone', role: '' }, {}],
  [{ password: 'li.wei' }, { password: 'li.wei' }],
  [{ password: '' }, {}],
])('the search %j is parsed as %j', (search, read) => {
  expect(readUserSearch(search)).toEqual(read);
});
