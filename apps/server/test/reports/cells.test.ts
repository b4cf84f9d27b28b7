/**
 * docs/promises.md H5: report files contain no active content and are read back as they were
 * written.
 */
import { expect, it } from 'vitest';
import type { ReportSink } from '../../src/areas/shared/tables/report-files.ts';
import type { Heading, Piece, Row } from '../../src/areas/shared/tables/table-writer.ts';
import { csvWriter } from '../../src/areas/shared/tables/write-csv.ts';
import { xlsxWriter } from '../../src/areas/shared/tables/write-xlsx.ts';
import { readCsv, readXlsx } from './read-files.ts';

const QUOTED = 4;
const HEADING: Heading = {
  title: 'Report',
  facts: [['Made', '=now']],
  columns: [
    { title: '=Name', kind: 'text' },
    { title: 'kWh', kind: 'number' },
    { title: 'At', kind: 'time' },
    { title: 'Day', kind: 'day' },
  ],
  zone: 'Asia/Kathmandu',
  rightToLeft: true,
  isCut: false,
  factsName: 'About',
};

function collected(): { sink: ReportSink; bytes(): Uint8Array } {
  const chunks: Uint8Array[] = [];
  return {
    // The writer reuses its buffer afterwards, so the bytes are copied.
    sink: { write: async (bytes) => void chunks.push(new Uint8Array(bytes)) },
    bytes: () => new Uint8Array(Buffer.concat(chunks)),
  };
}

async function csvOf(rows: Piece): Promise<string[][]> {
  const { sink, bytes } = collected();
  const writer = await csvWriter(sink, HEADING);
  await writer.rows(rows);
  await writer.end();
  return readCsv(bytes());
}

async function xlsxOf(rows: Piece, most?: number) {
  const { sink, bytes } = collected();
  const writer = await xlsxWriter(sink, HEADING, most);
  await writer.rows(rows);
  await writer.end();
  return readXlsx(bytes());
}

const FORMULAS = [
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1:A2)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '  =1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
  '=HYPERLINK("http://x.test?a="&A1,"ok")',
  "=cmd|' /C calc'!A0",
  '-12',
];
const TEXTS = [
  'Pump station',
  'a,b',
  'say "so"',
  'two\r\nlines',
  'two\nlines',
  ' blank before and after ',
  '泵站 1 号',
  'محطة الضخ',
  'Насосная',
  '\u{1f50c} plug',
  '<b>&amp;</b>',
  ']]>',
  '_x0041_',
  "it's",
  "'=1+1",
  'a;b',
  'a\tb',
  '00042',
  '1234567890E5',
];

it('CSV starts with the range it covers, then its columns', async () => {
  expect(await csvOf([])).toEqual([
    ['Report'],
    ['Made', "'=now"],
    [''],
    ["'=Name", 'kWh', 'At', 'Day'],
  ]);
});

it.each(FORMULAS)('%j is text and not a formula in CSV', async (text) => {
  const cell = (await csvOf([[text, null, null, null]]))[4]![0]!;
  expect(cell).toBe(`'${text}`);
});

it.each(FORMULAS)('%j is a text cell in XLSX, character for character', async (text) => {
  const book = await xlsxOf([[text, null, null, null]]);
  expect(book.sheets[1]!.rows[1]![0]).toEqual({ value: text, style: QUOTED });
  expect(book.sheets[1]!.xml).not.toContain('<f');
});

it.each(TEXTS)('%j is read back unchanged', async (text) => {
  expect((await csvOf([[text, null, null, null]]))[4]![0]).toBe(text);
  const book = await xlsxOf([[text, null, null, null]]);
  expect(book.sheets[1]!.rows[1]![0]).toEqual({ value: text, style: 0 });
});

it.each(['a;b', 'a\tb', '00042', '1.50', '1234567890E5', '86004305123456789012'])(
  '%j is quoted in CSV as one cell, and not a number',
  async (text) => {
    const { sink, bytes } = collected();
    const writer = await csvWriter(sink, HEADING);
    await writer.rows([[text, 1, null, null]]);
    expect(new TextDecoder().decode(bytes())).toContain(`\r\n"${text}",1,,\r\n`);
  },
);

it.each([
  ['a\0b', 'ab'],
  ['\0=1', "'=1"],
  ['half \ud800', 'half \ufffd'],
])('%j is written as %j', async (text, written) => {
  expect((await csvOf([[text, null, null, null]]))[4]![0]).toBe(written);
  const cell = (await xlsxOf([[text, null, null, null]])).sheets[1]!.rows[1]![0]!;
  expect(cell.value).toBe(written.replace(/^'/, ''));
});

it.each([
  [-12.5, '-12.5'],
  [0, '0'],
  ['-0.003', '-0.003'],
  ['230.1', '230.1'],
  ['1e-07', '1e-07'],
  [Number.NaN, ''],
  ['NaN', ''],
  ['Infinity', ''],
  ['=1', ''],
  ['', ''],
  [null, ''],
])('the value %j is a number cell only if it is a number', async (value, text) => {
  expect((await csvOf([['x', value, null, null]]))[4]![1]).toBe(text);
  const cell = (await xlsxOf([['x', value, null, null]])).sheets[1]!.rows[1]![1]!;
  expect(cell).toEqual({ value: text === '' ? null : Number(text), style: 0 });
});

it('times are local and days are days in both formats', async () => {
  const at = Date.UTC(2026, 10, 1, 18, 14, 59, 987);
  const row: Row = ['x', 1, at, '2026-11-02'];
  expect((await csvOf([row]))[4]!.slice(2)).toEqual(['2026-11-01 23:59:59', '2026-11-02']);
  const cells = (await xlsxOf([row])).sheets[1]!.rows[1]!;
  // Converts the number of days since 1899-12-30, as spreadsheets count.
  const moment = (value: unknown) =>
    new Date(Date.UTC(1899, 11, 30) + Math.round(Number(value) * 86_400_000)).toISOString();
  expect(moment(cells[2]!.value)).toBe('2026-11-01T23:59:59.000Z');
  expect(moment(cells[3]!.value)).toBe('2026-11-02T00:00:00.000Z');
});

it('a full sheet is followed by another one', async () => {
  const rows = Array.from({ length: 7 }, (_, i): Row => [`row ${i}`, i, null, null]);
  const book = await xlsxOf(rows, 4);
  expect(book.sheets.map(({ name }) => name)).toEqual(['About', 'Report', 'Report 2', 'Report 3']);
  const values = book.sheets
    .slice(1)
    .flatMap(({ rows: all }) => all.slice(1).map((row) => row[1]!.value));
  expect(values).toEqual([0, 1, 2, 3, 4, 5, 6]);
  for (const sheet of book.sheets.slice(1)) expect(sheet.rows[0]![0]!.value).toBe('=Name');
  for (const sheet of book.sheets) expect(sheet.xml).toContain('rightToLeft="1"');
});

it('readings are equal in both formats, with unknown values empty', async () => {
  const begin = Date.UTC(2026, 9, 31, 23, 59, 59);
  const numbers = ['230.1,,-0.5', ',,', '1e-05,2,', ',0,3', '1,2,3'];
  const piece = {
    texts: ['=Pump "1"', 'A&B', ''],
    times: numbers.map((_, i) => begin - i * 450_000),
    numbers,
  };
  const heading = { ...HEADING, zone: 'Asia/Kathmandu' };
  const csv = collected();
  await (await csvWriter(csv.sink, heading)).rows(piece);
  const rows = readCsv(csv.bytes()).slice(4);
  expect(rows.map((row) => row.slice(1))).toEqual(
    numbers.map((line) => [`'=Pump "1"`, 'A&B', '', ...line.split(',')]),
  );
  expect(rows.map(([at]) => at)).toEqual([
    '2026-11-01 05:44:59',
    '2026-11-01 05:37:29',
    '2026-11-01 05:29:59',
    '2026-11-01 05:22:29',
    '2026-11-01 05:14:59',
  ]);
  const book = await xlsxOf(piece, 4);
  const cells = book.sheets.slice(1).flatMap((sheet) => sheet.rows.slice(1));
  expect(cells.map((row) => row.slice(1).map(({ value }) => value ?? ''))).toEqual(
    numbers.map((line) => [
      '=Pump "1"',
      'A&B',
      '',
      ...line.split(',').map((text) => (text === '' ? '' : Number(text))),
    ]),
  );
  const moment = (value: unknown) =>
    new Date(Date.UTC(1899, 11, 30) + Math.round(Number(value) * 86_400) * 1000).toISOString();
  expect(cells.map(([at]) => moment(at!.value).slice(0, 19).replace('T', ' '))).toEqual(
    rows.map(([at]) => at),
  );
});

it('many rows and long rows pass through one buffer completely', async () => {
  const long = '泵'.repeat(32_000);
  const rows = Array.from(
    { length: 4_000 },
    (_, i): Row => [i % 1_000 === 0 ? `${i} ${long}` : `row ${i} é泵`, i, null, null],
  );
  const expected = rows.map(([text, number]) => [text, number]);
  const csv = (await csvOf(rows)).slice(4);
  expect(csv.map(([text, number]) => [text, Number(number)])).toEqual(expected);
  const book = await xlsxOf(rows);
  expect(book.sheets[1]!.rows.slice(1).map((row) => [row[0]!.value, row[1]!.value])).toEqual(
    expected,
  );
});

it('a sheet that reports a truncated range comes first', async () => {
  const { sink, bytes } = collected();
  await (await xlsxWriter(sink, { ...HEADING, isCut: true })).end();
  expect(readXlsx(bytes()).active).toBe(0);
  expect((await xlsxOf([])).active).toBe(1);
});
