/** Data folders of programs under test. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The database may run as another operating system user, who needs access to the data folder below.
 */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-e2e-'));
  chmodSync(folder, 0o711);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}
