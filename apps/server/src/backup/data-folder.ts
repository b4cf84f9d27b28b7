/** Selects the content of the data folder for a backup, and finds what prevents a restore. */
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_FILE } from '../areas/shared/installation/installation-key.ts';
import { FORMER_FOLDER } from '../storage/embedded/check-folder.ts';
import { DATABASE_FOLDER } from '../storage/embedded/data-place.ts';
import { BLOCK, MANIFEST, readHeader } from './archive-format.ts';

/** The folder that a restore fills. */
export const RESTORING = 'restoring';
/** Prefix, before a time, of a completely filled folder that is to replace the current content. */
export const RESTORED = 'restored-';
/** Prefix that a `restored-` folder gets once the previous content has been moved aside. */
export const ARRIVING = 'arriving-';
/** Prefix of the folder with the content before a restore. */
export const BEFORE = 'before-restore-';

/** Top of the data folder: files and folders that a backup contains and a restore recreates. */
const KNOWN: ReadonlySet<string> = new Set([
  'secrets.json',
  'reports',
  'imports',
  'demo-fleet.json',
  'demo-fleet.txt',
  'demo-fleet-state.json',
]);

export const isKnown = (path: string): boolean => KNOWN.has(path.split('/')[0]!);

const isDatabase = (name: string): boolean => name === DATABASE_FOLDER || name === FORMER_FOLDER;

/** Names that a restore does not move aside and that a backup does not contain. */
const isPassing = (name: string): boolean =>
  name === RESTORING ||
  name === KEY_FILE ||
  name === `${DATABASE_FOLDER}.new` ||
  [RESTORED, ARRIVING, BEFORE].some((start) => name.startsWith(start));

/** Incomplete files; they are renamed when they are complete. */
const isHalf = (name: string): boolean => name.endsWith('.new') || name.includes('.part-');

/**
 * Every file that a backup contains, relative to the folder, with slashes, sorted. Excludes the
 * database, whose rows are copied, the key, files that do not belong to Busbar, and links.
 */
export function backedUpFiles(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  return readdirSync(dataDir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !isHalf(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dataDir, '/').length))
    .map((path) => path.replaceAll('\\', '/'))
    .filter(isKnown)
    .sort();
}

/** Names in the folder that are not Busbar's, such as certificates: the operator backs them up. */
export function foreignNames(dataDir: string): string[] {
  return currentNames(dataDir).filter((name) => !isKnown(name) && !isDatabase(name));
}

/** Names that belong to Busbar, including the database. A restore moves only these aside. */
export function replacedNames(dataDir: string): string[] {
  return currentNames(dataDir).filter((name) => isKnown(name) || isDatabase(name));
}

/** All names in the folder except those that a restore or backup left behind. */
function currentNames(dataDir: string): string[] {
  if (!existsSync(dataDir)) return [];
  return readdirSync(dataDir, { withFileTypes: true })
    .filter(({ name }) => !isPassing(name))
    .filter(
      (entry) => !entry.isFile() || !(isHalf(entry.name) || isArchive(join(dataDir, entry.name))),
    )
    .map(({ name }) => name);
}

function isArchive(file: string): boolean {
  const block = Buffer.alloc(BLOCK);
  const opened = openSync(file, 'r');
  try {
    return readSync(opened, block, 0, BLOCK, 0) === BLOCK && readHeader(block)?.name === MANIFEST;
  } finally {
    closeSync(opened);
  }
}
