import { describe, expect, it } from 'vitest';
import { priceOf, readPrice } from './price.ts';

describe('tariff price', () => {
  it.each([
    ['1.25', '1.25'],
    ['1.2500', '1.25'],
    ['0001.5', '1.5'],
    ['0.0001', '0.0001'],
    ['99999999.9999', '99999999.9999'],
    ['10', '10'],
    [0.26, '0.26'],
    [1040, '1040'],
    [' 0.65 ', '0.65'],
  ])('%j is stored as %s', (given, text) => {
    expect(readPrice(given)).toEqual({ ok: true, text });
  });

  it.each([undefined, null, '', '  ', 0, -0, '0', '0.0', '0.0000', '-0', '00', '.'])(
    '%j means "need info"',
    (given) => {
      expect(readPrice(given)).toEqual({ ok: false, problem: 'missing' });
    },
  );

  it.each([
    -1,
    '-1.25',
    '1,25',
    '1.23456',
    '0.00001',
    '123456789',
    '123456789012345678901234567890',
    1e21,
    1e-7,
    0.1 + 0.2,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1e3',
    '0x10',
    '1.',
    '.5',
    '١٫٢٥',
    'free',
  ])('%j is rejected', (given) => {
    expect(readPrice(given)).toEqual({ ok: false, problem: 'invalid' });
  });

  it('is counted in ten-thousandths', () => {
    expect(priceOf('1.25')).toBe(12_500);
    expect(priceOf('0.0001')).toBe(1);
    expect(priceOf('1.2500')).toBe(12_500);
    expect(priceOf('99999999.9999')).toBe(999_999_999_999);
    expect(() => priceOf('1,25')).toThrow(RangeError);
  });
});
