/** Converts uploaded bytes to the table of an import; the file type is detected from the bytes. */
import { MAX_IMPORT_BYTES } from '@busbar/domain/device-import/import-limits';
import { type ImportTable, readCsvTable } from '@busbar/domain/device-import/read-table';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { looksLikeFormula } from '@busbar/domain/report/inert-text';
import { plainText } from '../../shared/plain-text.ts';
import { readHeading } from './import-headings.ts';
import { readXlsx } from './read-xlsx.ts';
import { ZipError } from './read-zip.ts';
import { XmlError } from './scan-xml.ts';

export interface ImportFile extends ImportTable {
  readonly format: 'csv' | 'xlsx';
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** Signature of compound files: an old .xls, or a workbook with a password. */
const COMPOUND = Buffer.from('d0cf11e0', 'hex');
const UTF16 = [
  [Buffer.from('fffe', 'hex'), 'utf-16le'],
  [Buffer.from('feff', 'hex'), 'utf-16be'],
] as const;

const startsWith = (bytes: Buffer, mark: Buffer) => bytes.subarray(0, mark.length).equals(mark);

export async function readImportFile(content: string): Promise<Outcome<ImportFile>> {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > MAX_IMPORT_BYTES) return refused('import-too-large', 'content');
  if (startsWith(bytes, COMPOUND)) return refused('import-unreadable', 'content');
  const isZip = startsWith(bytes, ZIP);
  const table = isZip ? await readWorkbook(bytes) : readText(bytes);
  return table.ok ? done({ ...table.value, format: isZip ? 'xlsx' : 'csv' }) : table;
}

async function readWorkbook(bytes: Buffer): Promise<Outcome<ImportTable>> {
  try {
    return await readXlsx(bytes);
  } catch (error) {
    if (error instanceof ZipError && error.reason === 'too-large') {
      return refused('import-too-large', 'content');
    }
    if (error instanceof ZipError || error instanceof XmlError) {
      return refused('import-unreadable', 'content');
    }
    throw error;
  }
}

function readText(bytes: Buffer): Outcome<ImportTable> {
  const [, encoding] = UTF16.find(([mark]) => startsWith(bytes, mark)) ?? [undefined, 'utf-8'];
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // The decoder has no method to check the encoding without throwing.
    return refused('import-encoding', 'content');
  }
  if (text.includes('\0')) return refused('import-unreadable', 'content');
  return readCsvTable(text, cleanCell, readHeading);
}

/** Normalizes to one line; removes the apostrophe that exports put before formula-like text. */
function cleanCell(cell: string): string {
  const text = plainText(cell);
  return text.startsWith("'") && looksLikeFormula(text.slice(1)) ? text.slice(1) : text;
}
