import { describe, expect, it } from 'vitest';
import { toCsv } from './csv.ts';

const cellOf = (value: Parameters<typeof toCsv>[1][number][number]) =>
  toCsv(['h'], [[value]]).split('\r\n')[1];

describe('the CSV writer', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+cmd|calc', "'+cmd|calc"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', `"'\t=1"`],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    ['\0=1', "'=1"],
    ['\0plain', "'plain"],
    ['  =1', "'  =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['\u200b=1', "'\u200b=1"],
    ['\r=1', `"'\r=1"`],
    ['\n=1', `"'\n=1"`],
    ['\tplain', `"'\tplain"`],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM', "'＠SUM"],
    ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
    ['a\0b', 'ab'],
    ['half \ud800', 'half \ufffd'],
    ['1-2', '"1-2"'],
    ['12:30', '"12:30"'],
    ['2026-11-20 08:00:00', '2026-11-20 08:00:00'],
    ['A=B', 'A=B'],
    ['a\t=1', '"a\t=1"'],
    ['a;b', '"a;b"'],
    [' a ', '" a "'],
    ['0.50', '0.50'],
    ['00042', '"00042"'],
    ['86004305123456789012', '"86004305123456789012"'],
    ['1234567890E5', '"1234567890E5"'],
    ['+12', '+12'],
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

  it('starts with the byte order mark for Excel and ends each line with CRLF', () => {
    expect(toCsv(['a', 'b'], [[1, 'x']])).toBe('\uFEFFa,b\r\n1,x\r\n');
  });
});
