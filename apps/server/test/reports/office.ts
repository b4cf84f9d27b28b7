/**
 * Opens files with a third-party spreadsheet program. LibreOffice converts each into a flat
 * OpenDocument, where every cell has the type the program recognized: a number, a time, a text.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOFFICE = ['/usr/bin/soffice', '/usr/bin/libreoffice'].find(existsSync);

export const officeIsPresent = SOFFICE !== undefined;
if (!officeIsPresent) {
  console.log('LibreOffice is not installed: its reading of our files is left out');
}

/** A day `YYYY-MM-DD`, or a time `YYYY-MM-DDTHH:mm:ss` with any fraction of the seconds. */
export interface Moment {
  readonly moment: string;
}
export type OfficeCell = string | number | Moment | null;

export interface OfficeSheet {
  readonly name: string;
  readonly rightToLeft: boolean;
  /** The rows without the empty cells at their ends and without the empty rows at the end. */
  readonly rows: readonly (readonly OfficeCell[])[];
}

/**
 * The defaults of LibreOffice's CSV dialog: UTF-8 from the first line on, and the three separators
 * ticked at its first start: comma, semicolon, tab. Quoted fields are text.
 */
const AS_OFFERED = 'CSV:44/59/9,34,76,1,,0,true';

/**
 * Returns the workbooks by file name; `folder` must be used by this call only. Starts the program
 * at most twice.
 */
export function openFiles(
  folder: string,
  files: ReadonlyMap<string, Uint8Array>,
): Map<string, readonly OfficeSheet[]> {
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  const names = [...files.keys()];
  convert(folder, 'csv', names, [`--infilter=${AS_OFFERED}`]);
  convert(folder, 'xlsx', names, []);
  return new Map(
    names.map((name) => {
      const [stem, format] = [name.replace(/\.\w+$/, ''), name.replace(/^.*\./, '')];
      return [name, sheetsOf(readFileSync(join(folder, format, `${stem}.fods`), 'utf8'))];
    }),
  );
}

/** Runs LibreOffice with a separate profile, and writes to a folder named after the format. */
function convert(
  folder: string,
  format: string,
  names: readonly string[],
  options: readonly string[],
): void {
  const paths = names
    .filter((name) => name.endsWith(`.${format}`))
    .map((name) => join(folder, name));
  if (paths.length === 0) return;
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const to = ['--convert-to', 'fods', '--outdir', join(folder, format)];
  // LibreOffice's warning about a missing Java is irrelevant.
  execFileSync(SOFFICE!, [profile, '--headless', ...options, ...to, ...paths], { stdio: 'pipe' });
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

function sheetsOf(xml: string): OfficeSheet[] {
  const mirrored = new Set(
    [
      ...xml.matchAll(
        /<style:style style:name="(\w+)" style:family="table"[\s\S]*?<\/style:style>/g,
      ),
    ]
      .filter(([style]) => style.includes('style:writing-mode="rl-tb"'))
      .map(([, name]) => name!),
  );
  return [...xml.matchAll(/<table:table ([^>]*)>([\s\S]*?)<\/table:table>/g)].map(
    ([, attributes, content]) => ({
      name: unescaped(attributeOf(attributes!, 'table:name') ?? ''),
      rightToLeft: mirrored.has(attributeOf(attributes!, 'table:style-name') ?? ''),
      rows: rowsOf(content!),
    }),
  );
}

function rowsOf(xml: string): OfficeCell[][] {
  const rows: OfficeCell[][] = [];
  for (const [, attributes, content] of xml.matchAll(
    /<table:table-row([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-row>)/g,
  )) {
    const cells = cellsOf(content ?? '');
    const times = cells.length === 0 ? 1 : repeated(attributes!, 'table:number-rows-repeated');
    for (let i = 0; i < times; i++) rows.push(cells);
  }
  while (rows.at(-1)?.length === 0) rows.pop();
  return rows;
}

function cellsOf(xml: string): OfficeCell[] {
  const cells: OfficeCell[] = [];
  for (const [, attributes, content] of xml.matchAll(
    /<table:table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g,
  )) {
    const cell = cellOf(attributes!, content ?? '');
    const times = repeated(attributes!, 'table:number-columns-repeated');
    // The sheet continues with thousands of empty columns.
    for (let i = 0; i < Math.min(times, 100); i++) cells.push(cell);
  }
  while (cells.length > 0 && cells.at(-1) === null) cells.pop();
  return cells;
}

function cellOf(attributes: string, content: string): OfficeCell {
  const formula = attributeOf(attributes, 'table:formula');
  if (formula !== undefined) throw new Error(`it computes ${formula}`);
  const type = attributeOf(attributes, 'office:value-type');
  if (type === undefined) return null;
  if (type === 'float') return Number(attributeOf(attributes, 'office:value'));
  if (type === 'date') return { moment: attributeOf(attributes, 'office:date-value')! };
  if (type === 'string') return textOf(content);
  throw new Error(`it takes ${content} for ${type}`);
}

function textOf(content: string): string {
  return [...content.matchAll(/<text:p(?:\/>|>([\s\S]*?)<\/text:p>)/g)]
    .map(([, paragraph = '']) =>
      unescaped(
        paragraph
          .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count = '1') => ' '.repeat(Number(count)))
          .replaceAll('<text:tab/>', '\t')
          .replaceAll('<text:line-break/>', '\n')
          .replaceAll(/<[^>]+>/g, ''),
      ),
    )
    .join('\n');
}

function repeated(attributes: string, name: string): number {
  return Number(attributeOf(attributes, name) ?? 1);
}

function attributeOf(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
}

function unescaped(xml: string): string {
  return xml
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex: string, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, hex === '' ? 10 : 16)),
    )
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!);
}
