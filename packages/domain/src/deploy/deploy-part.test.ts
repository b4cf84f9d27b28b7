import { describe, expect, it } from 'vitest';
import { differences, listDifferences, plannedPart } from './deploy-part.ts';

describe('copy of a device configuration', () => {
  it.each([
    [
      'a changed value',
      { ov: '275' },
      { ov: '280' },
      [{ what: 'ov', before: '275', after: '280' }],
    ],
    ['an equal value', { ov: '275' }, { ov: '275' }, []],
    [
      'a value that was never read',
      {},
      { ov: '280' },
      [{ what: 'ov', before: null, after: '280' }],
    ],
    ['a value that the source device does not have', { ov: '275', lv: '180' }, { ov: '275' }, []],
  ])('compares %s', (_case, before, after, expected) => {
    expect(differences(before, after)).toEqual(expected);
  });

  it.each([
    [[], ['a'], [], ['a']],
    [['a'], [], ['a'], []],
    [['a', 'b'], ['b', 'c'], ['a'], ['c']],
    [['a', 'a'], ['a'], [], []],
  ])('compares the lists %j and %j as sets', (before, after, gone, come) => {
    expect(listDifferences(before, after)).toEqual({ gone, come });
  });

  it.each([
    [false, [], 'untold'],
    [true, [], 'same'],
    [true, [{ what: 'rate', before: 'A', after: 'B' }], 'changes'],
  ])(
    'plans a setting (source has a value: %s, differences: %j) as %s',
    (isReported, changes, state) => {
      expect(plannedPart('rate', isReported, changes).state).toBe(state);
    },
  );
});
