/** Reads a file of devices. */
import { type ImportTable, tableReader } from '@busbar/domain/device-import/read-table';
import type { Outcome } from '@busbar/domain/refusal';
import { readHeading } from './import-headings.ts';
import { readSheetFile, type SheetFile } from './read-sheet-file.ts';

export type ImportFile = SheetFile<ImportTable>;

const UNPACKED_BYTES = 8 * 1024 * 1024;

export function readImportFile(content: string): Promise<Outcome<ImportFile>> {
  return readSheetFile(content, {
    createReader: () => tableReader(readHeading),
    unpackedBytes: UNPACKED_BYTES,
  });
}
