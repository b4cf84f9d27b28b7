import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

const cellOf = (value: Parameters<typeof toCsv>[1][number][number]) =>
  toCsv(['h'], [[value]]).split('\r\n')[1];

describe('csv', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+cmd|calc', "'+cmd|calc"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    ['-12.5', '-12.5'],
    [-12.5, '-12.5'],
    [Number.NaN, ''],
    [null, ''],
    [undefined, ''],
    ['a,b', '"a,b"'],
    ['say "on"', '"say ""on"""'],
    ['two\nlines', '"two\nlines"'],
    ['plain', 'plain'],
  ])('writes %j as %j', (value, expected) => {
    expect(cellOf(value)).toBe(expected);
  });

  it('starts with the mark Excel needs and ends each line with CRLF', () => {
    expect(toCsv(['a', 'b'], [[1, 'x']])).toBe('\uFEFFa,b\r\n1,x\r\n');
  });
});
