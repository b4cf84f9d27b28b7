/**
 * Converts uploaded bytes to the table that a reader collects; the file type is detected from the
 * bytes.
 */
import { MAX_IMPORT_BYTES } from '@busbar/domain/device-import/import-limits';
import { readCsvTable, type TableReader } from '@busbar/domain/device-import/read-table';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { looksLikeFormula } from '@busbar/domain/report/inert-text';
import { plainText } from '../../shared/plain-text.ts';
import { readXlsx } from './read-xlsx.ts';
import { ZipError } from './read-zip.ts';
import { XmlError } from './scan-xml.ts';

export type SheetFile<T> = T & { readonly format: 'csv' | 'xlsx' };

export interface SheetReading<T> {
  /** Called for each sheet, and for each separator of a CSV file. */
  createReader(): TableReader<T>;
  /** Max total size of the unpacked parts of a workbook. */
  readonly unpackedBytes: number;
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** Signature of compound files: an old .xls, or a workbook with a password. */
const COMPOUND = Buffer.from('d0cf11e0', 'hex');
const UTF16 = [
  [Buffer.from('fffe', 'hex'), 'utf-16le'],
  [Buffer.from('feff', 'hex'), 'utf-16be'],
] as const;

const startsWith = (bytes: Buffer, mark: Buffer) => bytes.subarray(0, mark.length).equals(mark);

/** `content` is in base64. */
export async function readSheetFile<T>(
  content: string,
  reading: SheetReading<T>,
): Promise<Outcome<SheetFile<T>>> {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > MAX_IMPORT_BYTES) return refused('import-too-large', 'content');
  if (startsWith(bytes, COMPOUND)) return refused('import-unreadable', 'content');
  const isZip = startsWith(bytes, ZIP);
  const table = isZip ? await readWorkbook(bytes, reading) : readText(bytes, reading);
  return table.ok ? done({ ...table.value, format: isZip ? 'xlsx' : 'csv' }) : table;
}

async function readWorkbook<T>(bytes: Buffer, reading: SheetReading<T>): Promise<Outcome<T>> {
  try {
    return await readXlsx(bytes, reading);
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

function readText<T>(bytes: Buffer, { createReader }: SheetReading<T>): Outcome<T> {
  const [, encoding] = UTF16.find(([mark]) => startsWith(bytes, mark)) ?? [undefined, 'utf-8'];
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // The decoder has no method to check the encoding without throwing.
    return refused('import-encoding', 'content');
  }
  if (text.includes('\0')) return refused('import-unreadable', 'content');
  return readCsvTable(text, cleanCell, createReader);
}

/** Normalizes to one line; removes the apostrophe that exports put before formula-like text. */
function cleanCell(cell: string): string {
  const text = plainText(cell);
  return text.startsWith("'") && looksLikeFormula(text.slice(1)) ? text.slice(1) : text;
}
