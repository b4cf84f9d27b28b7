import { describe, expect, it } from 'vitest';
import {
  COLUMN_NAMES,
  columnOfHeading,
  IMPORT_COLUMNS,
  IMPORT_LANGUAGES,
} from './import-columns.ts';

describe('import headings', () => {
  it('are recognised in every language, and unique within a language', () => {
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
  ] as const)('map %j to %s', (heading, column) => {
    expect(columnOfHeading(heading)).toBe(column);
  });
});
