/**
 * A folder of a test, in the one of the whole run, which takes it away: a test's own process is ended
 * without being asked.
 */
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'busbar-test-'));
  // Under root the embedded database runs as another user, who has to pass through.
  chmodSync(folder, 0o711);
  return folder;
}
