import { describe, expect, it } from 'vitest';
import { inNameOrder, nameRanks } from './name-order.ts';

const named = (...names: string[]) => names.map((name, at) => ({ name, code: `C${9 - at}` }));
const namesOf = (devices: readonly { name: string }[]) => devices.map(({ name }) => name);

describe('the order of names', () => {
  it('counts digits as numbers and ignores case', () => {
    const devices = named('Pump 10', 'pump 9', 'Fan', 'Pump 2');
    expect(namesOf(inNameOrder(devices))).toEqual(['Fan', 'Pump 2', 'pump 9', 'Pump 10']);
  });

  it('sorts devices whose names differ only in case by code', () => {
    expect(inNameOrder(named('Pump', 'PUMP', 'pump')).map(({ code }) => code)).toEqual([
      'C7',
      'C8',
      'C9',
    ]);
  });

  it('includes a name that was not in the list before', () => {
    inNameOrder(named('A', 'C'));
    expect(namesOf(inNameOrder(named('C', 'B', 'A')))).toEqual(['A', 'B', 'C']);
  });

  it('is not computed again for names that are known', () => {
    const ranks = nameRanks(['A', 'B', 'C']);
    expect(nameRanks(['C', 'A'])).toBe(ranks);
  });
});
