/** Reads and checks a file of readings. */
import {
  type CheckedFile,
  checkReadings,
  type ReadingRules,
} from '@busbar/domain/reading-import/check-readings';
import { readingTableReader } from '@busbar/domain/reading-import/read-reading-table';
import { done, type Outcome } from '@busbar/domain/refusal';
import { readSheetFile, type SheetFile } from './read-sheet-file.ts';

export type ReadingFile = SheetFile<CheckedFile>;

/** Enough for a workbook with the largest number of rows. */
const UNPACKED_BYTES = 32 * 1024 * 1024;

export async function readReadingFile(
  content: string,
  rules: ReadingRules,
): Promise<Outcome<ReadingFile>> {
  const table = await readSheetFile(content, {
    createReader: readingTableReader,
    unpackedBytes: UNPACKED_BYTES,
  });
  if (!table.ok) return table;
  return done({ ...checkReadings(table.value, rules), format: table.value.format });
}
