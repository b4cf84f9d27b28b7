import { describe, expect, it } from 'vitest';
import { alarmCounts } from '../../../test/answers/alarm-answers.ts';
import { typeShares } from './alarm-shares.ts';

describe('shares of the alarm types', () => {
  it('are fractions of all counted alarms, the most frequent type first', () => {
    const shares = typeShares(alarmCounts({ count_over_vol: 3, count_leakage: 1 }));
    expect(shares.slice(0, 2)).toEqual([
      { type: 'overVoltage', count: 3, percent: 75 },
      { type: 'electricLeakage', count: 1, percent: 25 },
    ]);
  });

  it('add up to 100 % with the displayed decimals', () => {
    const thirds = typeShares(
      alarmCounts({ count_over_vol: 1, count_leakage: 1, count_under_vol: 1 }),
    );
    expect(thirds.slice(0, 3).map(({ percent }) => percent)).toEqual([33.4, 33.3, 33.3]);
  });

  it('always include the seven types of the specification, and other types only if they occur', () => {
    expect(typeShares(alarmCounts()).map(({ type }) => type)).toEqual([
      'phaseUnbalance',
      'phaseLoss',
      'overLoad',
      'overCurrent',
      'underVoltage',
      'overVoltage',
      'powerOutage',
    ]);
    expect(typeShares(alarmCounts()).every(({ percent }) => percent === 0)).toBe(true);
  });
});
