import { describe, expect, it } from 'vitest';
import { differences, listDifferences, plannedPart } from './deploy-part.ts';

describe('what copying a device changes', () => {
  it.each([
    ['another value', { ov: '275' }, { ov: '280' }, [{ what: 'ov', before: '275', after: '280' }]],
    ['the same', { ov: '275' }, { ov: '275' }, []],
    ['one never read', {}, { ov: '280' }, [{ what: 'ov', before: null, after: '280' }]],
    ['one the pattern lacks', { ov: '275', lv: '180' }, { ov: '275' }, []],
  ])('tells %s', (_case, before, after, expected) => {
    expect(differences(before, after)).toEqual(expected);
  });

  it.each([
    [[], ['a'], [], ['a']],
    [['a'], [], ['a'], []],
    [['a', 'b'], ['b', 'c'], ['a'], ['c']],
    [['a', 'a'], ['a'], [], []],
  ])('of the list %j to %j', (before, after, gone, come) => {
    expect(listDifferences(before, after)).toEqual({ gone, come });
  });

  it.each([
    [false, [], 'untold'],
    [true, [], 'same'],
    [true, [{ what: 'rate', before: 'A', after: 'B' }], 'changes'],
  ])('is a part %s with %j: %s', (isTold, changes, state) => {
    expect(plannedPart('rate', isTold, changes).state).toBe(state);
  });
});
