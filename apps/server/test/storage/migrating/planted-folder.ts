/** A copy of the shipped migrations, to which a test adds some. */
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { LockPatience } from '../../../src/storage/migrating/lock-retries.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const shipped = new URL('../../../src/storage/migrations/', import.meta.url);
const count = readdirSync(shipped).length;

export interface PlantedFolder {
  readonly folder: URL;
  /** Writes the nth migration after the shipped ones and returns its name. */
  write(nth: number, text: string): string;
  remove(name: string): void;
}

/** Number of the nth migration after the shipped ones, as in file names. */
export const plantedNumber = (nth: number): string => String(count + nth).padStart(4, '0');

export function plantedFolder(): PlantedFolder {
  const path = temporaryFolder();
  cpSync(shipped, path, { recursive: true });
  const folder = pathToFileURL(`${path}/`);
  return {
    folder,
    write(nth, text) {
      const name = `${plantedNumber(nth)}-planted`;
      writeFileSync(new URL(`${name}.sql`, folder), text);
      return name;
    },
    remove: (name) => rmSync(new URL(`${name}.sql`, folder)),
  };
}

/** Gives up after two short attempts. */
export const IMPATIENT: LockPatience = { timeoutMs: 100, pausesMs: [10] };
/** Retries until the lock is free. */
export const PATIENT: LockPatience = { timeoutMs: 500, pausesMs: Array(10_000).fill(10) };
