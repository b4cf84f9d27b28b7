import { describe, expect, it } from 'vitest';
import { bandOfHour, DEFAULT_BAND_HOURS, TARIFF_BANDS } from './band.ts';

/** sharp 19-21; peak 8-11, 17-19, 21-22; flat 7-8, 11-17, 22-23; valley 23-7. */
const HOURS = 'vvvvvvv' + 'f' + 'ppp' + 'ffffff' + 'pp' + 'ss' + 'p' + 'f' + 'v';
const LETTER = { s: 'sharp', p: 'peak', f: 'offPeak', v: 'valley' } as const;

describe('default band hours', () => {
  it.each([...HOURS].map((letter, hour) => [hour, letter as keyof typeof LETTER] as const))(
    'have the expected band at hour %i',
    (hour, letter) => {
      expect(bandOfHour(hour)).toBe(LETTER[letter]);
    },
  );

  it('cover the day exactly once, in the order of the rates', () => {
    expect(HOURS).toHaveLength(24);
    expect(DEFAULT_BAND_HOURS.reduce((sum, row) => sum + row.toHour - row.fromHour, 0)).toBe(24);
    expect(TARIFF_BANDS).toEqual(['sharp', 'peak', 'offPeak', 'valley']);
  });

  it.each([-1, 24, 1.5, Number.NaN])('throw for the hour %s', (hour) => {
    expect(() => bandOfHour(hour)).toThrow(RangeError);
  });
});
