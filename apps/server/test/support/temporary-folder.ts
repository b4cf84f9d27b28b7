/**
 * A folder of a test, in the one of the whole run, which takes it away: a test's own process is ended
 * without being asked.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function temporaryFolder(): string {
  return mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'busbar-test-'));
}
