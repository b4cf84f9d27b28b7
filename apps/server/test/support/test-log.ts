/** What storage says during a test: silence, but for what went wrong. */
import type { StorageLog } from '../../src/storage/database.ts';

export const testLog: StorageLog = {
  info: () => undefined,
  warn: () => undefined,
  error: (details, message) => console.error(message, details),
};
