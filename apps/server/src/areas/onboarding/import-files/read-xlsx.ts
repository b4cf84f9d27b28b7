/**
 * XLSX (ECMA-376) reader for imports: returns the cells of the first sheet with the expected
 * headings as text, row by row until the table has enough. Formulas have the value they had when
 * the file was saved; nothing is computed.
 */
import { LONGEST_CELL, MAX_IMPORT_COLUMNS } from '@busbar/domain/device-import/import-limits';
import type { TableReader } from '@busbar/domain/device-import/read-table';
import type { Outcome } from '@busbar/domain/refusal';
import { plainText } from '../../shared/plain-text.ts';
import type { SheetReading } from './read-sheet-file.ts';
import { ZipError, ZipReader } from './read-zip.ts';
import { attribute, scanXml } from './scan-xml.ts';

/** Maximum number of sheets searched for the expected headings. */
const MAX_SHEETS = 10;
/** A spreadsheet stores only 15 significant digits of a number. */
const EXACT_BELOW = 1e15;

export async function readXlsx<T>(
  bytes: Buffer,
  { createReader, unpackedBytes }: SheetReading<T>,
): Promise<Outcome<T>> {
  const zip = new ZipReader(bytes, unpackedBytes);
  const part = async (name: string) => (await zip.read(name))?.toString('utf8');
  const book = await part('xl/workbook.xml');
  if (book === undefined) throw new ZipError('unreadable', 'this is no workbook');
  const paths = sheetPaths(book, (await part('xl/_rels/workbook.xml.rels')) ?? '');
  let texts: readonly string[] | undefined;
  for (const path of paths.slice(0, MAX_SHEETS)) {
    const sheet = await part(path);
    if (sheet === undefined) continue;
    texts ??= sharedTexts((await part('xl/sharedStrings.xml')) ?? '');
    const reader = createReader();
    readSheet(sheet, texts, reader.row);
    if (reader.isSettled) return reader.end();
  }
  return createReader().end();
}

/** Paths of the visible sheets, in order. */
function sheetPaths(book: string, relations: string): string[] {
  const targets = new Map<string, string>();
  scanXml(relations, {
    open(name, attributes) {
      const id = attribute(attributes, 'Id');
      const target = attribute(attributes, 'Target');
      if (name === 'Relationship' && id !== undefined && target !== undefined) {
        targets.set(id, target.startsWith('/') ? target.slice(1) : `xl/${target}`);
      }
    },
  });
  const paths: string[] = [];
  scanXml(book, {
    open(name, attributes) {
      if (name !== 'sheet' || /\sstate\s*=\s*["'](?:very)?hidden/i.test(attributes)) return;
      // The namespace prefix of the attribute depends on the program that wrote the file.
      const path = targets.get(attribute(attributes, '[A-Za-z]+:id') ?? '');
      if (path !== undefined) paths.push(path);
    },
  });
  return paths;
}

/** Texts that cells reference by index; excludes phonetic text (`rPh`). */
function sharedTexts(xml: string): string[] {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isSpoken = false;
  scanXml(xml, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isSpoken = true;
      else if (name === 't') isText = !isSpoken;
    },
    text(part) {
      if (isText && text.length < LONGEST_CELL) text += part;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') isSpoken = false;
      else if (name === 'si') texts.push(unescapedText(text.slice(0, LONGEST_CELL)));
      return undefined;
    },
  });
  return texts;
}

function readSheet(xml: string, texts: readonly string[], row: TableReader<unknown>['row']): void {
  let line = 0;
  let cells: string[] = [];
  let numbers: boolean[] = [];
  let column = -1;
  let filled = 0;
  let type = '';
  let value = '';
  let isValue = false;
  let isSpoken = false;
  scanXml(xml, {
    open(name, attributes) {
      if (name === 'row') {
        line = Number(attribute(attributes, 'r') ?? line + 1);
        cells = [];
        numbers = [];
        column = -1;
        filled = 0;
      } else if (name === 'c') {
        column = columnOf(attribute(attributes, 'r')) ?? column + 1;
        type = attribute(attributes, 't') ?? 'n';
        value = '';
      } else if (name === 'rPh') isSpoken = true;
      else if (name === 'v' || name === 't') isValue = !isSpoken;
    },
    text(part) {
      if (isValue && value.length < LONGEST_CELL) value += part;
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'rPh') isSpoken = false;
      else if (name === 'c' && value !== '') {
        // All cells beyond the last column share one position. Many cells may name the same column.
        filled += 1;
        const place =
          filled > MAX_IMPORT_COLUMNS ? filled - 1 : Math.min(column, MAX_IMPORT_COLUMNS);
        while (cells.length <= place) cells.push('');
        cells[place] = plainText(cellText(type, value.slice(0, LONGEST_CELL), texts));
        if (type === 'n') numbers[place] = true;
        if (filled > MAX_IMPORT_COLUMNS) return row({ line, cells, numbers });
      } else if (name === 'row') return row({ line, cells, numbers });
      return undefined;
    },
  });
}

function cellText(type: string, value: string, texts: readonly string[]): string {
  switch (type) {
    case 's':
      return texts[Number(value)] ?? '';
    case 'n':
      return numberText(value);
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    default:
      return unescapedText(value);
  }
}

/** Formats a number that has lost digits so that it cannot be mistaken for a code. */
function numberText(value: string): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (!Number.isInteger(number)) return String(number);
  return Math.abs(number) < EXACT_BELOW ? String(number) : number.toExponential(5);
}

/** Escapes such as `_x000D_` represent characters that XML cannot contain. */
function unescapedText(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Returns 1 for `B7`; undefined without a reference: the cell directly follows the last one. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d/.exec(reference ?? '')?.[1];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
