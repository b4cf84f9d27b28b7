/** The file formats that are recognized, and the files that are refused. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readImportFile } from '../../src/areas/onboarding/import-files/read-import-file.ts';
import { scanXml } from '../../src/areas/onboarding/import-files/scan-xml.ts';
import { HEAD, inside, workbook } from './import-files.ts';

const ROW = ['DEV0000000001', 'Pump', 'MT61'];
const TEXT = `${HEAD.join(',')}\n${ROW.join(',')}\n`;
const MIB = 1024 * 1024;

/** Builds a workbook with this text as its first sheet. */
const withSheet = (sheet: string) =>
  workbook([[HEAD]], { 'xl/worksheets/sheet1.xml': strToU8(sheet) });

async function read(file: string | Uint8Array) {
  const found = await readImportFile(inside(file));
  if (!found.ok) return found.refusal;
  return found.value.rows.map(({ line, code, name, type }) => [line, code, name, type]);
}

describe('an import file', () => {
  it.each([
    ['CSV in UTF-8', TEXT],
    ['CSV with a byte order mark', `\ufeff${TEXT}`],
    [
      'Unicode text from a spreadsheet',
      Buffer.from(`\ufeff${TEXT.replaceAll(',', '\t')}`, 'utf16le'),
    ],
    ['a workbook with shared strings', workbook([[HEAD, ROW]])],
    [
      'a workbook whose second sheet has the headings',
      workbook([
        [['Guide'], ['x', 'y']],
        [HEAD, ROW],
      ]),
    ],
  ])('is read as %s', async (_, file) => {
    expect(await read(file)).toEqual([[2, ...ROW]]);
  });

  it('retains gaps, long codes as numbers and XML entities in workbook format', async () => {
    const file = workbook([
      [
        ['Site & <Co>'],
        [],
        [...HEAD, 'Longitude'],
        [],
        [861039034396009, 'A & B <1>', null, 121.4737],
      ],
    ]);
    const found = await readImportFile(inside(file));
    expect(found.ok && found.value.rows).toMatchObject([
      { line: 5, code: '861039034396009', name: 'A & B <1>', type: '', longitude: '121.4737' },
    ]);
  });

  it('shows a workbook code that lost its digits in exponent notation', async () => {
    expect(await read(workbook([[HEAD, [8.610390343960091e18, 'Pump', 'MT61']]]))).toEqual([
      [2, '8.61039e+18', 'Pump', 'MT61'],
    ]);
  });

  it('restores names that were escaped to prevent formulas', async () => {
    expect(await read(`${HEAD.join(',')}\nDEV0000000001,'=1+1,MT61`)).toEqual([
      [2, 'DEV0000000001', '=1+1', 'MT61'],
    ]);
  });

  const LONG = [ROW[0]!, 'x'.repeat(4_097), ROW[2]!];
  const inline = [HEAD, LONG].map(
    (row) => `<row>${row.map((text) => `<c t="str"><v>${text}</v></c>`).join('')}</row>`,
  );
  it.each([
    ['CSV', `${HEAD.join(',')}\n${LONG.join(',')}\n`],
    ['shared string', workbook([[HEAD, LONG]])],
    ['inline string', withSheet(inline.join(''))],
  ])('has its long cells truncated in %s format', async (_, file) => {
    expect(await read(file)).toEqual([[2, ROW[0], 'x'.repeat(4_096), ROW[2]]]);
  });

  // These zeros are just over the limit; no time limit applies here that would refuse them with the
  // same error.
  const zeros = new Uint8Array(8 * MIB + 1);
  it.each([
    ['empty', '', 'import-columns-missing'],
    [
      'in another code page',
      Buffer.from('Device code,Device name\xe9\n', 'latin1'),
      'import-encoding',
    ],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'import-unreadable'],
    ['a picture', Buffer.from('\u0089PNG\r\n', 'latin1'), 'import-encoding'],
    ['text with a NUL character', `${TEXT}\0`, 'import-unreadable'],
    ['a ZIP without a workbook', zipSync({ 'a.txt': strToU8('x') }), 'import-unreadable'],
    ['half a workbook', workbook([[HEAD, ROW]]).subarray(0, 400), 'import-unreadable'],
    [
      'a sheet that unpacks to more than 8 MiB',
      workbook([[HEAD]], { 'xl/worksheets/sheet1.xml': zeros }),
      'import-too-large',
    ],
    [
      'a document type with expanding entities',
      workbook([[HEAD]], {
        'xl/sharedStrings.xml': strToU8('<!DOCTYPE x [<!ENTITY a "aaaa">]><sst/>'),
      }),
      'import-unreadable',
    ],
    [
      'thousands of entries',
      zipSync(Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`f${i}`, strToU8('')]))),
      'import-too-large',
    ],
    ['larger than 5 MiB', TEXT + 'x'.repeat(5 * MIB), 'import-too-large'],
    [
      '200 columns wide',
      Array.from({ length: 200 }, (_, i) => HEAD[i] ?? `c${i}`).join(','),
      'import-too-many-columns',
    ],
    [
      'a row of 51 cells in one column, with broken XML after them that is never read',
      withSheet(`<row>${'<c r="A1"><v>1</v></c>'.repeat(51)}<c`),
      'import-too-many-columns',
    ],
  ])('that is %s is refused', async (_, file, refusal) => {
    expect(await read(file)).toBe(refusal);
  });

  it('is refused by its real size if its headers have wrong sizes', async () => {
    const bytes = Buffer.from(workbook([[HEAD]], { 'xl/worksheets/sheet1.xml': zeros }));
    // The unpacked size of every entry is set to 1, in the directory and before its data.
    for (let at = 0; at < bytes.length - 4; at += 1) {
      const mark = bytes.readUInt32LE(at);
      if (mark === 0x02014b50) bytes.writeUInt32LE(1, at + 24);
      if (mark === 0x04034b50) bytes.writeUInt32LE(1, at + 22);
    }
    expect(await read(bytes)).toBe('import-too-large');
  });
});

describe('text in XML', () => {
  it.each([
    ['with entities', '&#65;'.repeat(100_000)],
    ['in CDATA', `<![CDATA[${'A'.repeat(500_000)}]]>`],
  ])('is read up to 64 KiB %s', (_, xml) => {
    let read = '';
    scanXml(`<v>${xml}</v>`, {
      text(part) {
        read += part;
      },
    });
    expect(read).toMatch(/^A{10000}/);
    expect(read.length).toBeLessThanOrEqual(64 * 1024);
  });
});
