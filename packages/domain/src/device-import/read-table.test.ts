import { describe, expect, it } from 'vitest';
import { MOST_IMPORT_COLUMNS, MOST_IMPORT_ROWS } from './import-limits.ts';
import { readCsvTable, tableReader } from './read-table.ts';

type Cells = readonly string[];

function read(...rows: Cells[]) {
  const reader = tableReader();
  for (const [i, cells] of rows.entries()) if (!reader.row({ line: i + 1, cells })) break;
  return reader.end();
}

const HEAD = ['Device code', 'Device name', 'Device type'];

describe('the table of an import', () => {
  it('is found below titles and read by its headings, wherever they stand', () => {
    const found = read(
      ['Our devices'],
      [],
      ['设备类型', '', 'Serial no.', '设备名称', '设备编码'],
      [' MT61 ', 'x', '77', 'Pump', 'DEV0000000001'],
    );
    expect(found).toMatchObject({
      ok: true,
      value: { passedOver: ['Serial no.'], examples: 0 },
    });
    expect(found.ok && found.value.rows).toEqual([
      {
        line: 4,
        code: 'DEV0000000001',
        name: 'Pump',
        type: 'MT61',
        group: '',
        rate: '',
        address: '',
        longitude: '',
        latitude: '',
      },
    ]);
  });

  it('passes over empty rows and the example of the template', () => {
    const found = read(
      HEAD,
      ['example-000001', 'Pump', 'MT61'],
      ['', ' ', ''],
      ['DEV0000000001', 'Pump', 'MT61'],
    );
    expect(found.ok && [found.value.rows.length, found.value.examples]).toEqual([1, 1]);
  });

  const row = ['DEV0000000001', 'Pump', 'MT61'];
  it.each([
    ['no headings', [['a', 'b'], row], 'import-columns-missing', 'code, name, type'],
    ['a missing column', [['Device code', 'Rate'], row], 'import-columns-missing', 'name, type'],
    ['a column twice', [[...HEAD, 'IMEI'], row], 'import-column-twice', 'IMEI'],
    ['nothing below the headings', [HEAD, ['', '']], 'import-empty', undefined],
    [
      'too many columns',
      [[...HEAD, ...Array.from({ length: 197 }, (_, i) => `c${i}`)], row],
      'import-too-many-columns',
      String(MOST_IMPORT_COLUMNS),
    ],
    [
      'one row too many',
      [HEAD, ...Array.from({ length: MOST_IMPORT_ROWS + 1 }, () => row)],
      'import-too-many-rows',
      String(MOST_IMPORT_ROWS),
    ],
    [
      'headings too far down',
      [...Array.from({ length: 20 }, () => ['x']), HEAD, row],
      'import-columns-missing',
      'code, name, type',
    ],
  ] as const)('is refused with %s', (_, rows, refusal, detail) => {
    expect(read(...rows)).toMatchObject({ ok: false, refusal, ...(detail && { detail }) });
  });

  it('takes as many rows as it may, and empty columns behind the last', () => {
    const rows = Array.from({ length: MOST_IMPORT_ROWS }, () => row);
    expect(read([...HEAD, ...Array.from({ length: 300 }, () => '')], ...rows).ok).toBe(true);
  });
});

describe('a CSV file', () => {
  it.each([
    ['commas', 'Device code,Device name,Device type\nDEV0000000001,"Pump; a, b",MT61\n'],
    [
      'semicolons below a title with commas',
      'Site, 1, 2, 3\nDevice code;Device name;Device type\nDEV0000000001;Pump; a, b;MT61\n'.replace(
        'Pump; a, b',
        '"Pump; a, b"',
      ),
    ],
    ['tabs', 'Device code\tDevice name\tDevice type\nDEV0000000001\tPump; a, b\tMT61'],
  ])('with %s is read', (_, text) => {
    const found = readCsvTable(text, (cell) => cell);
    expect(found.ok && found.value.rows).toMatchObject([
      { code: 'DEV0000000001', name: 'Pump; a, b', type: 'MT61' },
    ]);
  });

  it('of which the last quote never ends is not readable', () => {
    const text = 'Device code,Device name,Device type\nDEV0000000001,"Pump,MT61\n';
    expect(readCsvTable(text, (cell) => cell)).toMatchObject({ refusal: 'import-unreadable' });
  });

  it('without headings lacks them', () => {
    expect(readCsvTable('a,b\n1,2', (cell) => cell)).toMatchObject({
      refusal: 'import-columns-missing',
    });
  });
});
