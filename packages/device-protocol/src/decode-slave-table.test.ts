import { describe, expect, it } from 'vitest';
import { decodeSlaveTable } from './decode-slave-table.ts';

describe('the table of slaves a gateway answers', () => {
  it('comes out by address', () => {
    expect(decodeSlaveTable({ s2: { ad: 1, st: 11 }, s1: { ad: 20, st: 3, en: 0 } })).toEqual([
      { slot: 2, address: 1, status: 11, enabled: true },
      { slot: 1, address: 20, status: 3, enabled: false },
    ]);
  });

  it('is empty when no slave is reached', () => {
    expect(decodeSlaveTable({})).toEqual([]);
  });

  it.each([
    ['no data', undefined, 'missing-field'],
    ['a slot beyond 20', { s21: { ad: 1, st: 11 } }, 'unknown-word'],
    ['a slot that is a number', { s1: 11 }, 'not-an-object'],
    ['an address of 0', { s1: { ad: 0, st: 11 } }, 'bad-address'],
    ['an address twice', { s1: { ad: 1, st: 11 }, s2: { ad: 1, st: 2 } }, 'bad-address'],
    ['a code outside the list', { s1: { ad: 1, st: 11 }, s2: { ad: 2, st: 5 } }, 'unknown-word'],
    ['neither enabled nor disabled', { s1: { ad: 1, st: 11, en: 2 } }, 'wrong-type'],
    ['a code as text', { s1: { ad: 1, st: '11' } }, 'unknown-word'],
  ])('is refused whole with %s', (_, data, reason) => {
    expect(decodeSlaveTable(data)).toMatchObject({ reason });
  });
});
