import { describe, expect, it } from 'vitest';
import { comparedCodes, comparedSeries } from './compared-lines.ts';

const present = { startMs: 100, endMs: 200 };
const other = { startMs: 0, endMs: 100 };

describe('lines of a comparison', () => {
  it.each([
    ['alone', 'A', undefined, false, ['A']],
    ['include other devices', 'A', 'B,C', false, ['A', 'B', 'C']],
    ['contain no device twice', 'A', 'B,A,B,', false, ['A', 'B']],
    ['are limited to six', 'A', 'B,C,D,E,F,G', false, ['A', 'B', 'C', 'D', 'E', 'F']],
    ['are limited to three with another period', 'A', 'B,C,D', true, ['A', 'B', 'C']],
  ] as const)('%s', (_name, code, others, hasOther, codes) => {
    expect(comparedCodes(code, others, hasOther)).toEqual(codes);
  });

  it('are numbered consecutively, and both periods of a device have the same colour', () => {
    const lines = comparedSeries(['A', 'B'], present, other);
    expect(lines.map(({ mark, code, color, isOther }) => [mark, code, color, isOther])).toEqual([
      ['1', 'A', 0, false],
      ['2', 'B', 1, false],
      ['3', 'A', 0, true],
      ['4', 'B', 1, true],
    ]);
    expect(lines.map(({ span }) => span)).toEqual([present, present, other, other]);
  });
});
