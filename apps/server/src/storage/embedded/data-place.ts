/**
 * Location of the embedded database: `postgres` in the data folder. Under root, if the user of the
 * database process has no access to that folder (a data folder below /root), the data is stored
 * below /var/lib/busbar and `postgres` is a symbolic link to it; the programs are copied there too.
 */
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
import { findNativePackage, type NativePackage } from './native-package.ts';
import { postgresUser, type SystemUser } from './postgres-user.ts';
import { canEnter, canRun, openForPassing } from './reach.ts';

export const DATABASE_FOLDER = 'postgres';

export interface DataPlace {
  /** PostgreSQL's data directory: absolute, without links; its parent exists. */
  readonly folder: string;
  /** Path of the database in the data folder; a symbolic link if the data is stored elsewhere. */
  readonly entry: string;
  readonly native: NativePackage;
  /** User of the database process; undefined for the user of this process. */
  readonly user: SystemUser | undefined;
}

const SYSTEM_FOLDER = '/var/lib/busbar';

/** `dataDir` must exist and be locked. Throws StartError if the data cannot be stored anywhere. */
export async function findDataPlace(
  dataDir: string,
  systemFolder = SYSTEM_FOLDER,
): Promise<DataPlace> {
  const native = await findNativePackage();
  const entry = join(dataDir, DATABASE_FOLDER);
  const present = presentFolder(entry);
  const user = present === undefined ? postgresUser() : ownerOf(present);
  if (user === undefined) return { folder: present ?? entry, entry, native, user };
  const usable = (await canRun(user, native)) ? native : copyPrograms(native, systemFolder);
  if (present !== undefined) {
    if (!(await canEnter(user, present))) openForPassing(user, dataDir);
    if (await canEnter(user, present)) return { folder: present, entry, native: usable, user };
    throw new StartError(
      `The database in ${present} cannot be reached by the user ${user.name} (${user.uid}), who owns it: allow that user to pass through the folders above it (chmod o+x), or start Busbar as that user.`,
    );
  }
  await letDatabasePass(dataDir);
  if (await canEnter(user, dataDir)) return { folder: entry, entry, native: usable, user };
  return { folder: folderBelow(systemFolder, user), entry, native: usable, user };
}

/** Lets the database's user traverse this folder, because its data may be further below. */
export async function letDatabasePass(folder: string): Promise<void> {
  const user = postgresUser();
  if (user !== undefined && !(await canEnter(user, folder))) openForPassing(user, folder);
}

/** The data directory of an earlier start, with links resolved. */
function presentFolder(entry: string): string | undefined {
  const found = lstatSync(entry, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (existsSync(entry)) return realpathSync(entry);
  throw new StartError(
    `${entry} is a link to a folder that does not exist: mount or restore that folder, or remove the link to begin with an empty database.`,
  );
}

/** User that owns the data, as which the process runs under root; undefined if not under root. */
function ownerOf(folder: string): SystemUser | undefined {
  const user = postgresUser();
  if (user === undefined) return undefined;
  const { uid, gid } = statSync(folder);
  if (uid === user.uid || uid === 0) return user;
  return { name: String(uid), uid, gid };
}

/** Called when the data directory is complete: a dangling link would prevent every later start. */
export function linkData({ folder, entry }: DataPlace): void {
  if (lstatSync(entry, { throwIfNoEntry: false }) === undefined) symlinkSync(folder, entry);
}

/** Removes linked data that is stored outside a folder which is about to be removed. */
export function removeLinkedData(dataDir: string, systemFolder = SYSTEM_FOLDER): void {
  const entry = join(dataDir, DATABASE_FOLDER);
  if (lstatSync(entry, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  const parent = dirname(readlinkSync(entry));
  if (dirname(parent) === systemFolder) rmSync(parent, { recursive: true, force: true });
}

function folderBelow(systemFolder: string, user: SystemUser): string {
  const parent = join(systemFolder, `data-${randomBytes(6).toString('hex')}`);
  makeSystemFolder(systemFolder);
  mkdirSync(parent, { mode: 0o700 });
  chownSync(parent, user.uid, user.gid);
  return join(parent, DATABASE_FOLDER);
}

/** Copies the programs once for each version of the package. */
function copyPrograms(native: NativePackage, systemFolder: string): NativePackage {
  const { version } = JSON.parse(
    readFileSync(join(native.folder, '..', 'package.json'), 'utf8'),
  ) as { version: string };
  const folder = join(systemFolder, `postgresql-${version}`);
  if (existsSync(folder)) return { folder };
  makeSystemFolder(systemFolder);
  const unfinished = `${folder}.${process.pid}`;
  cpSync(native.folder, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another start copied them in the meantime.
    if (!existsSync(folder)) throw error;
  }
  return { folder };
}

function makeSystemFolder(systemFolder: string): void {
  try {
    mkdirSync(systemFolder, { recursive: true, mode: 0o755 });
  } catch (error) {
    throw new StartError(
      `The database needs a folder that a user other than root can reach, and ${systemFolder} cannot be created (${(error as NodeJS.ErrnoException).code}): choose a DATA_DIR outside the home folder of root, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}
