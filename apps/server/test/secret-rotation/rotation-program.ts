/** The program that replaces the key of the installation, as a separate process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '../support/databases.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROGRAM = fileURLToPath(
  new URL('../../src/areas/shared/installation/rotation/rotate-cli.ts', import.meta.url),
);

export function startRotation(
  database: Pick<TestDatabase, 'databaseUrl'>,
  env: Readonly<Record<string, string>>,
): {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; said: string }>;
} {
  const place = { DATABASE_URL: database.databaseUrl, DATA_DIR: temporaryFolder() };
  const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM], {
    env: { PATH: process.env.PATH, ...place, ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
  }
  const ended = new Promise<{ code: number | null; said: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, said }));
  });
  return { child, ended };
}

export const rotate = (
  database: Pick<TestDatabase, 'databaseUrl'>,
  env: Readonly<Record<string, string>>,
) => startRotation(database, env).ended;
