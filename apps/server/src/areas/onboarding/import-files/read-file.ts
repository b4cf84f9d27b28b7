/** Reads a file of an import in the worker thread. */
import type { ReadingRules } from '@busbar/domain/reading-import/check-readings';
import { readImportFile } from './read-import-file.ts';
import { readReadingFile } from './read-reading-file.ts';

/** `content` is in base64. */
export type ImportWork =
  | { readonly kind: 'devices'; readonly content: string }
  | { readonly kind: 'readings'; readonly content: string; readonly rules: ReadingRules };

export function readFile(work: ImportWork) {
  return work.kind === 'devices'
    ? readImportFile(work.content)
    : readReadingFile(work.content, work.rules);
}
