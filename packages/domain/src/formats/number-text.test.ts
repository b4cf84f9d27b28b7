import { describe, expect, it } from 'vitest';
import { NOTIFICATION_LANGUAGES, type NotificationLanguage } from '../notification/channel.ts';
import { LANGUAGE_TAGS } from './language-tags.ts';
import { fieldText, readNumber } from './number-text.ts';

const read = (text: string, language: NotificationLanguage, unit = '') => {
  const result = readNumber(text, LANGUAGE_TAGS[language], unit);
  return result.kind === 'number' ? result.value : result.kind;
};

describe.each(NOTIFICATION_LANGUAGES)('number text in %s', (language) => {
  it.each([
    ['', 'empty'],
    [' ', 'empty'],
    ['15', 15],
    ['1,5', 1.5],
    ['1.5', 1.5],
    ['1,', 1],
    ['1.', 1],
    ['.5', 0.5],
    [',5', 0.5],
    ['0,125', 0.125],
    ['0.125', 0.125],
    ['1234.5', 1234.5],
    ['1234,567', 1234.567],
    ['1,2345', 1.2345],
    ['1.234,56', 1234.56],
    ['1,234.56', 1234.56],
    ['1.234.567', 1234567],
    ['1,234,567.8', 1234567.8],
    ['1 234', 1234],
    ['1\u202f234,5', 1234.5],
    ['1\u00a0234.567', 1234.567],
    ['12’345.6', 12345.6],
    ['\u22121,5', -1.5],
    ['–2.5', -2.5],
    ['+3', 3],
    ['٢٣٠٫٥', 230.5],
    ['١٬٢٣٤٫٥', 1234.5],
    ['١٬٢٣٤', 1234],
    ['١٫٢٣٤', 1.234],
    ['۱۲۳', 123],
    ['٢٣٠،٥', 230.5],
    ['１２．５', 12.5],
    ['12。5', 12.5],
    ['\u2066-12.5\u2069', -12.5],
    ['1,00,000', 'invalid'],
    ['1.23.456', 'invalid'],
    ['12 34', 'invalid'],
    ['1 234 56', 'invalid'],
    ["1 234'567", 'invalid'],
    ['1.234.567.8', 'invalid'],
    ['1.234,567,8', 'invalid'],
    ['1٫5٫5', 'invalid'],
    ['1.5 000', 'invalid'],
    ['-', 'invalid'],
    ['5-', 'invalid'],
    ['1e3', 'invalid'],
    ['1²', 'invalid'],
    ['230 V', 'invalid'],
    ['NaN', 'invalid'],
  ])('reads "%s" as %s', (text, expected) => {
    expect(read(text, language)).toBe(expected);
  });
});

describe('a single separator before exactly three digits', () => {
  it.each<[NotificationLanguage, number | string, number | string]>([
    ['en', 1.234, 'ambiguous'],
    ['zh', 1.234, 'ambiguous'],
    ['ar', 1.234, 'ambiguous'],
    ['fr', 'ambiguous', 1.234],
    ['ru', 'ambiguous', 1.234],
    ['es', 'ambiguous', 1.234],
  ])('is a decimal sign in %s only if the language uses it as one', (language, point, comma) => {
    expect([read('1.234', language), read('1,234', language)]).toEqual([point, comma]);
    expect(read('-12,345', language)).toBe(comma === 1.234 ? -12.345 : comma);
  });

  it('is rejected with both meanings, each in an accepted form', () => {
    const found = readNumber('-1.234', LANGUAGE_TAGS.es);
    expect(found).toEqual({ kind: 'ambiguous', whole: '-1234', fraction: '-1,234' });
    expect([read('-1234', 'es'), read('-1,234', 'es')]).toEqual([-1234, -1.234]);
  });
});

describe('a pasted unit', () => {
  it.each<[string, string, NotificationLanguage, number | string]>([
    ['230,5 V', 'V', 'fr', 230.5],
    ['1 234,5\u202fkWh', 'kWh', 'fr', 1234.5],
    ['1,5кВт', 'kW', 'ru', 1.5],
    ['1,5 kW', 'kW', 'ru', 1.5],
    ['50 %', '%', 'en', 50],
    ['1,5 MW', 'kW', 'en', 'invalid'],
    ['1500 W', 'kW', 'en', 'invalid'],
    ['kW', 'kW', 'en', 'empty'],
  ])(
    'reads "%s" in a field with unit %s and language %s as %s',
    (text, unit, language, expected) => {
      expect(read(text, language, unit)).toBe(expected);
    },
  );
});

it('writes the text of a field without digit grouping, with the language’s decimal separator', () => {
  const all = NOTIFICATION_LANGUAGES.map((language) => [
    language,
    fieldText('-1234.5', 2, LANGUAGE_TAGS[language]),
  ]);
  expect(Object.fromEntries(all)).toEqual({
    ...{ en: '-1234.50', zh: '-1234.50', ar: '-1234.50' },
    ...{ fr: '-1234,50', ru: '-1234,50', es: '-1234,50' },
  });
  expect(fieldText('230', 0, LANGUAGE_TAGS.fr)).toBe('230');
});

it('parses the field text that it writes', () => {
  for (const language of NOTIFICATION_LANGUAGES) {
    for (const decimal of ['0.125', '1.234', '999.999', '1234', '-12.345', '1000000']) {
      expect(read(fieldText(decimal, 0, LANGUAGE_TAGS[language]), language)).toBe(Number(decimal));
    }
  }
});
