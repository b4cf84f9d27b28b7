/** What of the data folder goes into a backup, and what stands in the way of a restore. */
import { closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_FILE } from '../areas/shared/installation/installation-key.ts';
import { FORMER_FOLDER } from '../storage/embedded/check-folder.ts';
import { DATABASE_FOLDER } from '../storage/embedded/data-place.ts';
import { BLOCK, MANIFEST, readHeader } from './archive-format.ts';

/** Being filled by a restore. */
export const RESTORING = 'restoring';
/** Filled, with a time; takes the place of what is there. */
export const RESTORED = 'restored-';
/** As `restored-`, when what was there has gone aside. */
export const ARRIVING = 'arriving-';
/** What was there before a restore. */
export const BEFORE = 'before-restore-';

/** What a backup holds of the data folder and a restore brings back: files and folders at its top. */
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

/** Neither put aside by a restore nor part of a backup. */
const isPassing = (name: string): boolean =>
  name === RESTORING ||
  name === KEY_FILE ||
  name === `${DATABASE_FOLDER}.new` ||
  [RESTORED, ARRIVING, BEFORE].some((start) => name.startsWith(start));

/** Half-written ones; they get another name when they are whole. */
const isHalf = (name: string): boolean => name.endsWith('.new') || name.includes('.part-');

/**
 * Every file that goes into a backup, below the folder, with slashes, sorted. Not the database,
 * whose rows are copied; not the key; nothing that is not of Busbar; no links.
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

/** Names in the folder that are not of Busbar, such as certificates: its operator backs them up. */
export function foreignNames(dataDir: string): string[] {
  return currentNames(dataDir).filter((name) => !isKnown(name) && !isDatabase(name));
}

/** Names of Busbar that a restore puts aside, the database among them: no other name is moved. */
export function replacedNames(dataDir: string): string[] {
  return currentNames(dataDir).filter((name) => isKnown(name) || isDatabase(name));
}

/** All names in the folder, without those that a restore or backup left. */
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
