import { describe, expect, it } from 'vitest';
import { headingReader } from './import-columns.ts';
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from './import-limits.ts';
import { readCsvTable, tableReader } from './read-table.ts';

type Cells = readonly string[];

const readHeading = headingReader({
  code: ['Device code', '设备编号'],
  name: ['Device name', '设备名称'],
  type: ['Device type', '设备类型'],
  group: [],
  rate: ['Rate'],
  address: [],
  longitude: [],
  latitude: [],
});

function read(...rows: Cells[]) {
  const reader = tableReader(readHeading);
  for (const [i, cells] of rows.entries()) if (!reader.row({ line: i + 1, cells })) break;
  return reader.end();
}

const HEAD = ['Device code', 'Device name', 'Device type'];

describe('import table', () => {
  it('is found below titles and read by its headings in any order', () => {
    const found = read(
      ['Our devices'],
      [],
      ['设备类型', '', 'Serial no.', '设备名称', '设备编号'],
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

  it('skips empty rows and the example of the template', () => {
    const found = read(
      HEAD,
      ['example-000001', 'Pump', 'MT61'],
      ['', ' ', ''],
      ['DEV0000000001', 'Pump', 'MT61'],
    );
    expect(found.ok && [found.value.rows.length, found.value.examples]).toEqual([1, 1]);
  });

  it('shows a cell beyond the last heading, such as the rest of a name with a comma', () => {
    const found = read([...HEAD, ''], ['DEV0000000001', 'Pump', ' hall', 'MT61']);
    expect(found.ok && found.value.rows).toMatchObject([{ type: 'hall', extra: 'MT61' }]);
  });

  const row = ['DEV0000000001', 'Pump', 'MT61'];
  it.each([
    ['missing headings', [['a', 'b'], row], 'import-columns-missing', 'code, name, type'],
    ['a missing column', [['Device code', 'Rate'], row], 'import-columns-missing', 'name, type'],
    ['a repeated column', [[...HEAD, 'IMEI'], row], 'import-column-twice', 'IMEI'],
    ['no rows below the headings', [HEAD, ['', '']], 'import-empty', undefined],
    [
      'too many columns',
      [[...HEAD, ...Array.from({ length: 197 }, (_, i) => `c${i}`)], row],
      'import-too-many-columns',
      String(MAX_IMPORT_COLUMNS),
    ],
    [
      'one row too many',
      [HEAD, ...Array.from({ length: MAX_IMPORT_ROWS + 1 }, () => row)],
      'import-too-many-rows',
      String(MAX_IMPORT_ROWS),
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

  it('accepts the maximum number of rows, and empty columns after the last', () => {
    const rows = Array.from({ length: MAX_IMPORT_ROWS }, () => row);
    expect(read([...HEAD, ...Array.from({ length: 300 }, () => '')], ...rows).ok).toBe(true);
  });
});

describe('CSV file of an import', () => {
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
  ])('is read with %s', (_, text) => {
    const found = readCsvTable(
      text,
      (cell) => cell,
      () => tableReader(readHeading),
    );
    expect(found.ok && found.value.rows).toMatchObject([
      { code: 'DEV0000000001', name: 'Pump; a, b', type: 'MT61' },
    ]);
  });

  it('is refused without the last closing quote', () => {
    const text = 'Device code,Device name,Device type\nDEV0000000001,"Pump,MT61\n';
    expect(
      readCsvTable(
        text,
        (cell) => cell,
        () => tableReader(readHeading),
      ),
    ).toMatchObject({
      refusal: 'import-unreadable',
    });
  });

  it('is refused without headings', () => {
    expect(
      readCsvTable(
        'a,b\n1,2',
        (cell) => cell,
        () => tableReader(readHeading),
      ),
    ).toMatchObject({
      refusal: 'import-columns-missing',
    });
  });
});
