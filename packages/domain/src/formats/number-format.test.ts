import { describe, expect, it } from 'vitest';
import type { NotificationLanguage } from '../notification/channel.ts';
import { LANGUAGE_TAGS } from './language-tags.ts';
import { formatAmount, formatMoney } from './money-format.ts';
import {
  formatEnergy,
  formatNumber,
  formatPercent,
  formatQuantity,
  machineNumber,
  wholePercent,
} from './number-format.ts';

describe('energy amounts', () => {
  it.each([
    [0, '0.00'],
    [1234.5, '1,234.50'],
    [0.125, '0.125'],
    [-0.005, '−0.005'],
    [1_000_000, '1,000,000.00'],
  ])('format %d kWh as %s without losing digits', (kwh, text) => {
    expect(formatEnergy(kwh, 'en-GB')).toBe(text);
  });

  it('have Latin digits in Arabic', () => {
    expect(formatEnergy(12.5, 'ar-u-nu-latn')).toMatch(/^12[.,٫]50$/);
  });
});

describe.each<[NotificationLanguage, string, string, string, string, string]>([
  ['en', '12.345 kW', '12,345.0 V', '12.3%', '¥ 1,234.50', '1,235'],
  ['zh', '12.345 kW', '12,345.0 V', '12.3%', '¥ 1,234.50', '1,235'],
  ['ar', '12.345 kW', '12,345.0 V', '12.3%', '1,234.50 ¥', '1,235'],
  ['fr', '12,345 kW', '12 345,0 V', '12,3 %', '1 234,50 ¥', '1 235'],
  ['ru', '12,345 кВт', '12 345,0 В', '12,3 %', '1 234,50 ¥', '1 235'],
  ['es', '12,345 kW', '12.345,0 V', '12,3 %', '1.234,50 ¥', '1.235'],
])('numbers in %s', (language, power, voltage, percent, money, francs) => {
  const tag = LANGUAGE_TAGS[language];
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');

  it('have the separators, units and sign positions of the language', () => {
    expect(plain(formatQuantity(12.345, 3, 'kW', tag))).toBe(power);
    expect(plain(formatQuantity(12_345, 1, 'V', tag))).toBe(voltage);
    expect(plain(formatPercent(12.34, 1, tag))).toBe(percent);
    expect(plain(formatMoney(1234.5, '¥', tag))).toBe(money);
  });

  it('have no decimals in a currency without decimals', () => {
    expect(plain(formatAmount(1234.5, 'FCFA', tag))).toBe(francs);
  });
});

it('places the minus before a currency sign', () => {
  expect(formatMoney(-1.5, '¥', 'en-GB')).toBe('−¥\u202F1.50');
  expect(formatMoney(-1.5, '€', 'fr-FR')).toBe('−1,50\u202F€');
  expect(formatMoney(-1.5, '', 'en-GB')).toBe('−1.50');
});

it('writes numbers into files with a decimal point and without digit grouping', () => {
  expect(machineNumber(12_345.678, 2)).toBe('12345.68');
});

describe('a fraction as per cent', () => {
  it.each([
    [0.29, 29],
    [0.5799, 57],
    [-0.129, -12],
    [-0.004, 0],
    [0.009999999, 0],
    [1.15, 115],
    [2, 200],
  ])('formats %d as %d, truncated without binary rounding errors', (fraction, percent) => {
    expect(wholePercent(fraction)).toBe(percent);
  });
});

it.each(Object.values(LANGUAGE_TAGS))(
  'has one minus in the language %s, and none at zero',
  (tag) => {
    expect(formatNumber(-3, 0, tag)).toBe('−3');
    expect(formatNumber(-0.04, 1, tag)).toMatch(/^0[.,]0$/);
  },
);

it('formats a decimal text exactly', () => {
  expect(formatNumber('90071992547409931.255', 3, 'en-GB')).toBe('90,071,992,547,409,931.255');
  expect(formatAmount('-0.285', '€', 'en-GB')).toBe('−0.29');
});
