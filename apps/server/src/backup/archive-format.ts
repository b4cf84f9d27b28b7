/**
 * What an archive is, byte for byte (ADR 20): a tar of plain files, in this order:
 *
 *     manifest.json                    what made it, when, of which tables
 *     tables/<table>/<number>.gz       rows as COPY writes them, in parts of some megabytes
 *     files/<number>/<number>.gz       files of the data folder
 *     contents.json                    rows, bytes and SHA-256 of each table and file
 *     end.json                         SHA-256 of every byte before it, and its signature
 *
 * Only headers this module writes are read: a header is taken when it is, byte for byte, what would
 * be written for its name and size. Links, devices and other extensions of tar do not exist here.
 */
import { createHmac } from 'node:crypto';
import { derivedKey } from '../areas/shared/installation/installation-key.ts';
import { StartError } from '../storage/start-error.ts';

/** Counts up when an older program could not read the archive any more. */
export const FORMAT_VERSION = 2;

export const BLOCK = 512;
export const MANIFEST = 'manifest.json';
export const CONTENTS = 'contents.json';
const END = 'end.json';

/** Before it is packed, about; a row longer than that is a part of its own. */
export const PART_BYTES = 4 * 1024 * 1024;
/** The longest row there can be is a photograph, twice as long in COPY's text. */
export const MOST_PART_BYTES = 256 * 1024 * 1024;

export interface Manifest {
  readonly format: 'busbar-backup';
  readonly version: number;
  /** Of the program that made it. */
  readonly app: string;
  /** ISO 8601, UTC; the moment the tables are of. */
  readonly createdAt: string;
  readonly engine: string;
  readonly migrations: readonly {
    readonly number: number;
    readonly name: string;
    readonly checksum: string;
  }[];
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[];
}

/** Of what was packed into parts, before packing. */
export interface Packed {
  readonly parts: number;
  readonly bytes: number;
  readonly sha256: string;
}

export interface PackedTable extends Packed {
  readonly name: string;
  readonly rows: number;
}

export interface PackedFile extends Packed {
  /** Below the data folder, with slashes. */
  readonly path: string;
}

export interface Contents {
  readonly tables: readonly PackedTable[];
  readonly files: readonly PackedFile[];
  /** Last number each sequence gave; null when it gave none. */
  readonly sequences: readonly { readonly name: string; readonly last: string | null }[];
}

export const tablePart = (table: string, part: number): string =>
  `tables/${table}/${numbered(part)}.gz`;

/** Files are numbered: a name of the data folder is never a name of the archive. */
export const filePart = (file: number, part: number): string =>
  `files/${numbered(file)}/${numbered(part)}.gz`;

const numbered = (number: number): string => String(number).padStart(6, '0');

/** The header of a plain file that only its owner may read. */
export function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  if (block.write(name, 0, 'ascii') !== name.length || name.length > 100) {
    throw new Error(`${name} is too long for the archive`);
  }
  block.write('0000600\0', 100, 'ascii');
  block.write('0000000\0', 108, 'ascii');
  block.write('0000000\0', 116, 'ascii');
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124, 'ascii');
  block.write('00000000000\0', 136, 'ascii');
  block.write('        ', 148, 'ascii');
  block.write('0', 156, 'ascii');
  block.write('ustar\u000000', 257, 'ascii');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
  return block;
}

/** Name and size; undefined when it is no header of ours. */
export function readHeader(block: Buffer): { name: string; size: number } | undefined {
  const name = block.toString('ascii', 0, Math.max(0, block.indexOf(0)));
  const size = Number.parseInt(block.toString('ascii', 124, 135), 8);
  if (!/^[a-z0-9_./]{1,100}$/.test(name) || !Number.isSafeInteger(size)) return undefined;
  return header(name, size).equals(block) ? { name, size } : undefined;
}

/** Zeros that fill the last block of `size` bytes. */
export const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** With the key of the installation that made the archive. */
export const signatureOf = (key: Buffer, sha256: string): string =>
  createHmac('sha256', derivedKey(key, 'backup')).update(sha256).digest('hex');

/** The last entry with the end of the tar; always as long. Version 1 had no signature, nor has the archive of a database without a key. */
export function endOf(sha256: string, signature?: string): Buffer {
  const text = Buffer.from(`${JSON.stringify({ sha256, signature })}\n`);
  return Buffer.concat([
    header(END, text.length),
    text,
    Buffer.alloc(padding(text.length) + 2 * BLOCK),
  ]);
}

export const END_BYTES = endOf('0'.repeat(64)).length;

/** The archive cannot be used, and nothing was changed. */
export const unusable = (file: string, why: string): StartError =>
  new StartError(`${file} ${why} Nothing was changed.`);

export const damaged = (file: string): StartError =>
  unusable(file, 'is damaged: its contents are not what was written.');
