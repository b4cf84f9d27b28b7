import { describe, expect, it } from 'vitest';
import { textWords, wordsOf } from './register-words.ts';
import { parseStations, RTU_PROFILES, stationsOf } from './station-spec.ts';

describe('meters of a line', () => {
  it('are parsed with their stations and ratios', () => {
    const [modbus, dlt645] = parseStations(
      '247=acrel-dtsd1352@200/5@10000/100,42=dlt645-2007-three-phase',
    );
    expect(modbus).toMatchObject({
      station: '247',
      profile: { id: 'acrel-dtsd1352' },
      ratios: { ct: { primary: 200, secondary: 5 }, pt: { primary: 10_000, secondary: 100 } },
    });
    expect(dlt645).toMatchObject({ station: '000000000042', ratios: {} });
  });

  it('have all Modbus RTU profiles in turn', () => {
    const ids = stationsOf(RTU_PROFILES.length + 1, RTU_PROFILES).map(({ profile }) => profile.id);
    expect(new Set(ids).size).toBe(RTU_PROFILES.length);
    expect(ids.at(-1)).toBe(ids[0]);
    expect(ids).not.toContain('carlo-gavazzi-em24-e1');
  });

  it.each([
    ['1=nothing', 'there is no meter profile nothing'],
    ['0=abb-b23', '0 is not a station of abb-b23'],
    ['248=abb-b23', '248 is not a station'],
    ['0x1=abb-b23', '0x1 is not a station'],
    ['1234567890123=dlt645-2007-three-phase', 'is not a station'],
    ['1=abb-b23,01=abb-b23', 'two meters have the station 1'],
    ['1=abb-b23@200/5', 'abb-b23 is not multiplied by a ratio'],
    ['1=acrel-dtsd1352@0/5', '0/5 is not a ratio such as 200/5'],
    ['1=acrel-dtsd1352@40', '40 is not a ratio'],
    ['1=abb-b23=2', 'no such meter'],
    [Array.from({ length: 21 }, (_, at) => `${at + 1}=abb-b23`).join(), 'more than 20 meters'],
  ])('refuse %j', (text, sentence) => {
    expect(() => parseStations(text)).toThrow(sentence);
  });
});

/** The first four vectors are from captures of meters, docs of the profiles. */
describe('registers', () => {
  it.each([
    [230.2, 'float32', 'ABCD', [0x4366, 0x3333]],
    [-172.594, 'float32', 'ABCD', [0xc32c, 0x9810]],
    [165_191, 'u32', 'ABCD', [2, 34_119]],
    [39_773, 'u32', 'ABCD', [0, 39_773]],
    [-1, 's16', 'ABCD', [0xffff]],
    [-2, 's32', 'CDAB', [0xfffe, 0xffff]],
    [0x0a0b0c0d, 'u32', 'ABCD', [0x0a0b, 0x0c0d]],
    [0x0a0b0c0d, 'u32', 'CDAB', [0x0c0d, 0x0a0b]],
    [0x0a0b0c0d, 'u32', 'BADC', [0x0b0a, 0x0d0c]],
    [0x0a0b0c0d, 'u32', 'DCBA', [0x0d0c, 0x0b0a]],
    [0x010203040506, 'u64', 'ABCD', [0, 0x0102, 0x0304, 0x0506]],
    [0x010203040506, 's64', 'CDAB', [0x0506, 0x0304, 0x0102, 0]],
    [65_537, 'u16', 'ABCD', [1]],
    [2302.4999, 'u16', 'ABCD', [2302]],
  ] as const)('of %d as %s in the order %s', (value, type, order, words) => {
    expect(wordsOf(value, type, order)).toEqual(words);
  });

  it('have two characters of a text', () => {
    expect(textWords('B23', 3)).toEqual([0x4232, 0x3320, 0x2020]);
  });
});
