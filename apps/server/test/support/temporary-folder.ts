/**
 * A folder for a test, inside the folder of the whole run, which deletes it: a test process is
 * terminated without notice.
 */
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'busbar-test-'));
  // Under root the embedded database runs as another user, who must be able to traverse it.
  chmodSync(folder, 0o711);
  return folder;
}
