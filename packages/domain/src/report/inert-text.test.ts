import { describe, expect, it } from 'vitest';
import { csvField, looksLikeFormula, writableText } from './inert-text.ts';

describe('text that a spreadsheet would take for a formula', () => {
  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '\0=1',
    '\tplain',
    '\rplain',
    '  =1',
    '\u00a0=1',
    '\ufeff=1',
    '\u200b=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM',
    "=cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
  ])('%j', (text) => expect(looksLikeFormula(text)).toBe(true));

  it.each([
    '',
    'Pump 1',
    'A=B',
    '1-2',
    '"=1"',
    "'=1",
    '泵站',
    'محطة',
    'Насос',
    '—',
    'a\t=1',
    '.',
    '#1',
  ])('not %j', (text) => expect(looksLikeFormula(text)).toBe(false));
});

it.each([
  ['a\0b', 'ab'],
  ['a\tb\r\nc', 'a\tb\r\nc'],
  ['\u0001\u001f\ufffe\uffff', ''],
  ['half \ud800 and whole \u{1f600}', 'half \ufffd and whole \u{1f600}'],
  ['محطة 泵站', 'محطة 泵站'],
])('%j is written as %j', (text, written) => expect(writableText(text)).toBe(written));

it.each([
  ['plain', 'plain'],
  ['2026-11-20', '2026-11-20'],
  ['2026-11-20 08:00:00', '2026-11-20 08:00:00'],
  ['2026-11-20 08:00 +08:00', '2026-11-20 08:00 +08:00'],
  ['MT61-00001234', 'MT61-00001234'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['a;b', '"a;b"'],
  ['a\tb', '"a\tb"'],
  ['two\nlines', '"two\nlines"'],
  [' blank', '" blank"'],
  ['say "so"', '"say ""so"""'],
  ['00042', '"00042"'],
  ['86004305123456789012', '"86004305123456789012"'],
  ['1234567890E5', '"1234567890E5"'],
  ['1.50', '"1.50"'],
  ['.5', '".5"'],
  ['12 am', '"12 am"'],
  ['1 1/2', '"1 1/2"'],
  ['3x400 V', '3x400 V'],
  ['7Gq2-e5', '7Gq2-e5'],
  ['12:30', '"12:30"'],
  ['1/2', '"1/2"'],
  ['May 5', '"May 5"'],
  ['Dec-5', '"Dec-5"'],
  ['5 %', '"5 %"'],
  ['(5)', '"(5)"'],
  ['€5', '"€5"'],
  ['TRUE', '"TRUE"'],
])('%j is the field %s of a CSV', (text, field) => expect(csvField(text)).toBe(field));
