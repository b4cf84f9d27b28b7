/**
 * Under root: a database whose process runs as another user, in a data folder which that user
 * cannot access.
 */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { removeLinkedData } from '../../../src/storage/embedded/data-place.ts';
import {
  type EmbeddedServer,
  startEmbeddedServer,
} from '../../../src/storage/embedded/embedded-server.ts';
import { testLog } from '../../support/test-log.ts';

const IS_ROOT = process.getuid?.() === 0;
const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Creates a folder that is closed to everyone but root, like /root. */
function closedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-closed-'));
  made.push(folder);
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  return dataDir;
}

function systemFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'busbar-system-'));
  made.push(folder);
  chmodSync(folder, 0o755);
  return folder;
}

async function query(server: EmbeddedServer, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

describe.skipIf(!IS_ROOT)('a data folder under root', () => {
  it('contains the data if the database user can access it', async () => {
    const dataDir = closedFolder();
    chmodSync(dirname(dataDir), 0o711);
    const system = systemFolder();
    const server = await startEmbeddedServer({
      dataDir,
      isBulkLoad: false,
      log: testLog,
      systemFolder: system,
    });
    const { uid } = statSync(`/proc/${server.pid()}`);
    await server.stop();
    expect(uid).not.toBe(0);
    expect(server.folder).toBe(join(dataDir, 'postgres'));
    // The folder's other files stay unreadable and unlisted for that user.
    expect(statSync(dataDir).mode & 0o777).toBe(0o710);
  });

  it('is replaced by one below the system folder if that user cannot access it, and found again', async () => {
    const dataDir = closedFolder();
    const system = systemFolder();
    const start = (folder: string) =>
      startEmbeddedServer({
        dataDir: folder,
        isBulkLoad: false,
        log: testLog,
        systemFolder: system,
      });
    const first = await start(dataDir);
    await query(first, 'create table kept as select 7 as n');
    await first.stop();
    expect(dirname(dirname(first.folder))).toBe(system);
    expect(lstatSync(join(dataDir, 'postgres')).isSymbolicLink()).toBe(true);
    expect(statSync(dirname(first.folder)).mode & 0o777).toBe(0o700);

    const moved = `${dataDir}-moved`;
    renameSync(dataDir, moved);
    const second = await start(moved);
    expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }]);
    await second.stop();
    expect(second.folder).toBe(realpathSync(first.folder));

    removeLinkedData(moved, system);
    await expect(start(moved)).rejects.toThrow(
      /is a link to a folder that does not exist: mount or restore that folder, or remove the link/,
    );
  });
});
