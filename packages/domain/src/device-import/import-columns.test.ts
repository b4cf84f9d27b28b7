import { describe, expect, it } from 'vitest';
import { headingReader } from './import-columns.ts';

const readHeading = headingReader({
  code: ['设备编号', 'Device code', 'Código del equipo'],
  name: ['Device name'],
  type: ['Device type'],
  group: [],
  rate: [],
  address: [],
  longitude: [],
  latitude: [],
});

describe('import headings', () => {
  it.each([
    ['  DEVICE   code * ', 'code'],
    ['device_code', 'code'],
    ['deviceSymbolCode', 'code'],
    ['Código del equipo', 'code'],
    ['Co\u0301digo del equipo', 'code'],
    ['设备编码', 'code'],
    ['Rate', 'rate'],
    ['设备编号（必填）', undefined],
    ['Broj uređaja', undefined],
    ['', undefined],
  ] as const)('map %j to %s', (heading, column) => {
    expect(readHeading(heading)).toBe(column);
  });
});
