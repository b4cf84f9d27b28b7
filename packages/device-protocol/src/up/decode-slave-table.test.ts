import { describe, expect, it } from 'vitest';
import { decodeSlaveTable } from './decode-slave-table.ts';

describe('the slave table in a reply of a gateway', () => {
  it('is sorted by address', () => {
    expect(decodeSlaveTable({ s2: { ad: 1, st: 11 }, s1: { ad: 20, st: 3, en: 0 } })).toEqual([
      { slot: 2, address: 1, status: 11, enabled: true },
      { slot: 1, address: 20, status: 3, enabled: false },
    ]);
  });

  it('is empty if no slave is reached', () => {
    expect(decodeSlaveTable({})).toEqual([]);
  });

  it.each([
    ['no data', undefined, 'missing-field'],
    ['a slot beyond 20', { s21: { ad: 1, st: 11 } }, 'unknown-word'],
    ['a slot that is a number', { s1: 11 }, 'not-an-object'],
    ['an address of 0', { s1: { ad: 0, st: 11 } }, 'bad-address'],
    ['a repeated address', { s1: { ad: 1, st: 11 }, s2: { ad: 1, st: 2 } }, 'bad-address'],
    ['a code outside the list', { s1: { ad: 1, st: 11 }, s2: { ad: 2, st: 5 } }, 'unknown-word'],
    ['an enabled flag other than 0 and 1', { s1: { ad: 1, st: 11, en: 2 } }, 'wrong-type'],
    ['a code as text', { s1: { ad: 1, st: '11' } }, 'unknown-word'],
  ])('is rejected as a whole with %s', (_, data, reason) => {
    expect(decodeSlaveTable(data)).toMatchObject({ reason });
  });
});
