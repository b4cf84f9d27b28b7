/** Import files as users create them: CSV text, and workbooks built without the code under test. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

export const HEAD = ['Device code', 'Device name', 'Device type'];

export function csv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
  return inside(lines.join('\r\n'));
}

/** Encodes a file in the form that the call expects. */
export function inside(file: string | Uint8Array): string {
  return Buffer.from(file).toString('base64');
}

type Cell = string | number | null;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Builds a workbook with shared strings as in Excel, numbers as numbers, rows and cells with their
 * references.
 */
export function workbook(
  sheets: readonly (readonly (readonly Cell[])[])[],
  over: Readonly<Record<string, Uint8Array>> = {},
): Uint8Array {
  const texts: string[] = [];
  const cell = (value: Cell, row: number, column: number) => {
    if (value === null) return '';
    const at = `${String.fromCharCode(65 + column)}${row}`;
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
    texts.push(value);
    return `<c r="${at}" t="s"><v>${texts.length - 1}</v></c>`;
  };
  const parts = sheets.map(
    (rows) =>
      `<?xml version="1.0"?><x:worksheet xmlns:x="m"><x:sheetData>${rows
        .map((row, i) => `<row r="${i + 1}">${row.map((v, j) => cell(v, i + 1, j)).join('')}</row>`)
        .join('')}</x:sheetData></x:worksheet>`,
  );
  return zipSync({
    'xl/workbook.xml': strToU8(
      `<workbook xmlns:r="r"><sheets>${sheets
        .map((_, i) => `<sheet name="S${i}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
        .join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships>${sheets
        .map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`)
        .join('')}</Relationships>`,
    ),
    'xl/sharedStrings.xml': strToU8(
      `<sst>${texts.map((text) => `<si><r><t>${escaped(text)}</t></r><rPh><t>spoken</t></rPh></si>`).join('')}</sst>`,
    ),
    ...Object.fromEntries(parts.map((xml, i) => [`xl/worksheets/sheet${i + 1}.xml`, strToU8(xml)])),
    ...over,
  });
}

const EXAMPLE = 'EXAMPLE-000001';
const POSITION = '121.4737';

/** Replaces the example row of a template as a user would; everything else is unchanged. */
export function filled(
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  code: string,
): Uint8Array {
  if (name.endsWith('.csv')) return strToU8(strFromU8(bytes).replace(EXAMPLE, code));
  const parts = unzipSync(bytes);
  // The guide mentions the example too, but the position of the example is only in the example row.
  const sheet = Object.keys(parts).find((path) => strFromU8(parts[path]!).includes(POSITION));
  if (sheet === undefined) throw new Error('No sheet has the example.');
  const rows = strFromU8(parts[sheet]!).replace(EXAMPLE, code);
  return zipSync({ ...parts, [sheet]: strToU8(rows) });
}
