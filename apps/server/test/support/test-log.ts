/** The log of the storage during a test: only errors are printed. */
import type { StorageLog } from '../../src/storage/database.ts';

export const testLog: StorageLog = {
  info: () => undefined,
  warn: () => undefined,
  error: (details, message) => console.error(message, details),
};
