import { describe, expect, it } from 'vitest';
import {
  COLUMN_NAMES,
  columnOfHeading,
  IMPORT_COLUMNS,
  IMPORT_LANGUAGES,
} from './import-columns.ts';

describe('a heading', () => {
  it('is known in each language, and in one language no two are alike', () => {
    for (const language of IMPORT_LANGUAGES) {
      const names = IMPORT_COLUMNS.map((column) => COLUMN_NAMES[column][language]);
      expect(names.map(columnOfHeading)).toEqual(IMPORT_COLUMNS);
    }
  });

  it.each([
    ['  DEVICE   code * ', 'code'],
    ['device_code', 'code'],
    ['deviceSymbolCode', 'code'],
    ['Código del equipo', 'code'],
    ['Co\u0301digo del equipo', 'code'],
    ['设备编码（必填）', undefined],
    ['Broj uređaja', undefined],
    ['', undefined],
  ] as const)('%j is %s', (heading, column) => {
    expect(columnOfHeading(heading)).toBe(column);
  });
});
