/**
 * Restricts a data folder to one Busbar process at a time (docs/promises.md O6). PostgreSQL's own
 * lock is not sufficient: a second process would adopt the database server of the first.
 *
 * The lock is a listening socket whose name is derived from the folder's device and inode, so every
 * path and link to the folder leads to the same lock. The kernel holds it for the process and
 * releases it when the process dies for any reason; there is no file that could be left behind,
 * considered stale or stolen. On Linux the lock is a socket in the abstract namespace, on Windows a
 * named pipe. Other systems have neither and use a loopback port computed from the folder.
 *
 * The lock excludes processes in the same kernel namespace. Two containers that share a folder but
 * not their network do not see each other's lock; one data folder belongs to one container.
 */
import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { connect, createServer, type ListenOptions, type Server } from 'node:net';
import { StartError } from '../start-error.ts';

export interface EmbeddedLock {
  release(): Promise<void>;
}

const queryOwnerTimeoutMs = 1_000;

/** Locks an existing folder. Throws StartError with the owner if it is already locked. */
export async function lockFolder(folder: string): Promise<EmbeddedLock> {
  const address = lockAddress(folder);
  const server = createServer((asking) => {
    asking.on('error', () => asking.destroy());
    asking.end(`${process.pid}\n`);
  });
  const taken = await listen(server, address);
  if (taken) {
    const owner = await queryOwner(address);
    throw new StartError(
      `The data folder ${folder} is in use by ${owner}: stop that one first, or set DATA_DIR to another folder.`,
    );
  }
  // The lock must not keep a finished process alive.
  server.unref();
  return {
    release: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The name of the lock in the kernel. */
export function lockAddress(folder: string, platform = process.platform): ListenOptions {
  const { dev, ino } = statSync(realpathSync(folder), { bigint: true });
  const name = `busbar-data-${dev}-${ino}`;
  if (platform === 'linux') return { path: `\0${name}` };
  if (platform === 'win32') return { path: `\\\\.\\pipe\\${name}` };
  const port = 20_000 + (createHash('sha256').update(name).digest().readUInt16BE(0) % 20_000);
  return { host: '127.0.0.1', port };
}

/** Resolves to true if another process already listens on the lock's name. */
function listen(server: Server, address: ListenOptions): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(true);
      else reject(error);
    });
    server.listen({ ...address, exclusive: true }, () => resolve(false));
  });
}

/** The owner responds with its process id; a stopped or busy process does not respond in time. */
function queryOwner(address: ListenOptions): Promise<string> {
  return new Promise((resolve) => {
    const unknown = 'another running Busbar process';
    let answer = '';
    const socket = connect(
      address.path === undefined
        ? { host: address.host ?? '127.0.0.1', port: address.port ?? 0 }
        : { path: address.path },
    );
    socket.setEncoding('latin1');
    socket.setTimeout(queryOwnerTimeoutMs, () => socket.destroy());
    socket.on('data', (text) => {
      answer += text;
    });
    socket.on('error', () => resolve(unknown));
    socket.on('close', () => {
      const pid = /^(\d+)\n$/.exec(answer)?.[1];
      resolve(pid === undefined ? unknown : `process ${pid}`);
    });
  });
}
