/**
 * Forwards PostgreSQL's log to the log of the program. PostgreSQL writes to a file, so that the log
 * of a server process adopted after a kill is still forwarded.
 */
import {
  chownSync,
  closeSync,
  existsSync,
  type FSWatcher,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  watch,
} from 'node:fs';
import { join } from 'node:path';
import type { StorageLog } from '../database.ts';
import type { SystemUser } from './postgres-user.ts';

const FILE = 'busbar-postgres.log';
/** A larger file is truncated once it has been forwarded. */
const MAX_BUFFERED_BYTES = 256 * 1024;

/** Lines that every session causes while the server starts or stops; clients report them too. */
const SESSION_REFUSED = /^(the database system is|terminating connection due to)/;

export interface PostgresLog {
  /** File descriptor for the standard error of the server process, opened for appending. */
  openForWriting(): number;
  /** Returns the latest error message since the last call, if there was one. */
  takeLastError(): string | undefined;
  /** Forwards all lines written so far. */
  flush(): void;
  close(): void;
}

export function followPostgresLog(
  folder: string,
  user: SystemUser | undefined,
  log: StorageLog,
): PostgresLog {
  const file = join(folder, FILE);
  const isNew = !existsSync(file);
  const handle = openSync(file, 'a+', 0o600);
  if (isNew && user !== undefined) chownSync(file, user.uid, user.gid);
  let position = 0;
  let rest = '';
  let lastError: string | undefined;
  const chunk = Buffer.alloc(64 * 1024);

  function flush(): void {
    for (;;) {
      const length = readSync(handle, chunk, 0, chunk.length, position);
      if (length === 0) break;
      position += length;
      const lines = (rest + chunk.toString('utf8', 0, length)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) forward(line);
    }
    // PostgreSQL appends to the file, so it continues at the new end.
    if (position > MAX_BUFFERED_BYTES && fstatSync(handle).size === position) {
      ftruncateSync(handle, 0);
      position = 0;
    }
  }

  function forward(line: string): void {
    const [, severity = '', message = line] = /^([A-Z0-9]+): {2}(.*)$/.exec(line) ?? [];
    if (severity === 'FATAL' && SESSION_REFUSED.test(message)) return;
    if (severity === 'FATAL' || severity === 'PANIC') {
      lastError = message;
      log.error({ postgres: severity }, message);
    } else if (severity === 'WARNING') log.warn({ postgres: severity }, message);
    else if (message.trim() !== '') log.info({ postgres: severity }, message);
  }

  const watcher: FSWatcher | undefined = watchQuietly(file, flush);
  flush();
  lastError = undefined;
  return {
    openForWriting: () => openSync(file, 'a'),
    takeLastError() {
      const message = lastError;
      lastError = undefined;
      return message;
    },
    flush,
    close() {
      watcher?.close();
      flush();
      if (fstatSync(handle).size === position) ftruncateSync(handle, 0);
      closeSync(handle);
    },
  };
}

/** If the file system has no change events, lines are forwarded by the next flush. */
function watchQuietly(file: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(file, { persistent: false }, onChange);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
