import { describe, expect, it } from 'vitest';
import { readValue } from './reading-value.ts';

const cell = (text: string, isNumber = false) => ({ text, isNumber });

describe('values of readings', () => {
  it.each([
    ['1234.5', 'point', 1234.5],
    ['1234,5', 'comma', 1234.5],
    ['0', 'comma', 0],
    ['0012.340', 'point', 12.34],
  ] as const)('%s with a decimal %s is %d kWh', (text, sign, kwh) => {
    expect(readValue(cell(text), sign)).toEqual({ kwh });
  });

  it.each([
    ['', 'point', 'value-missing'],
    ['1,234', 'point', 'value-unreadable'],
    ['1.234', 'comma', 'value-unreadable'],
    ['1,234.5', 'point', 'value-unreadable'],
    ['1 234', 'point', 'value-unreadable'],
    ['1e3', 'point', 'value-unreadable'],
    ['0x10', 'point', 'value-unreadable'],
    ['NaN', 'point', 'value-unreadable'],
    ['12 kWh', 'point', 'value-unreadable'],
    ['-3', 'point', 'value-negative'],
    ['1000000000', 'point', 'value-too-large'],
    ['9'.repeat(400), 'point', 'value-too-large'],
  ] as const)('%s with a decimal %s is rejected: %s', (text, sign, reason) => {
    expect(readValue(cell(text), sign)).toEqual({ reason });
  });

  it('reads numbers of a workbook whatever the decimal sign is, without binary digits', () => {
    expect(readValue(cell('1234.5600000000001', true), 'comma')).toEqual({ kwh: 1234.56 });
  });
});
