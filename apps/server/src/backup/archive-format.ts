/**
 * The archive format, byte for byte (ADR 20): a tar of plain files, in this order:
 *
 *     manifest.json                    program, time and tables
 *     tables/<table>/<number>.gz       rows in COPY format, in parts of a few megabytes
 *     files/<number>/<number>.gz       files of the data folder
 *     contents.json                    rows, bytes and SHA-256 of each table and file
 *     end.json                         SHA-256 of every byte before it, and its signature
 *
 * The reader accepts only headers that this module writes: a header must be, byte for byte, the one
 * that would be written for its name and size. Links, devices and other tar extensions do not exist
 * in this format.
 */
import { createHmac } from 'node:crypto';
import { derivedKey } from '../areas/shared/installation/installation-key.ts';
import { StartError } from '../storage/start-error.ts';

/** Version of the format; it increases when older programs can no longer read the archive. */
export const FORMAT_VERSION = 2;

export const BLOCK = 512;
export const MANIFEST = 'manifest.json';
export const CONTENTS = 'contents.json';
const END = 'end.json';

/** Approximate size of a part before compression; a row that is longer gets its own part. */
export const PART_BYTES = 4 * 1024 * 1024;
/** The longest possible row contains a photograph; its COPY text is twice as long as the image. */
export const MAX_PART_BYTES = 256 * 1024 * 1024;

export interface Manifest {
  readonly format: 'busbar-backup';
  readonly version: number;
  /** Version of the program that created the archive. */
  readonly app: string;
  /** Time of the snapshot, ISO 8601, UTC. */
  readonly createdAt: string;
  readonly engine: string;
  readonly migrations: readonly {
    readonly number: number;
    readonly name: string;
    readonly checksum: string;
  }[];
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[];
}

/** Number of parts, and length and hash of the data before compression. */
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
  /** Path relative to the data folder, with slashes. */
  readonly path: string;
}

export interface Contents {
  readonly tables: readonly PackedTable[];
  readonly files: readonly PackedFile[];
  /** Last value of each sequence; null if the sequence has not been used. */
  readonly sequences: readonly { readonly name: string; readonly last: string | null }[];
}

export const tablePart = (table: string, part: number): string =>
  `tables/${table}/${numbered(part)}.gz`;

/** Files are numbered, so a name in the data folder never becomes a name in the archive. */
export const filePart = (file: number, part: number): string =>
  `files/${numbered(file)}/${numbered(part)}.gz`;

const numbered = (number: number): string => String(number).padStart(6, '0');

/** The tar header of a plain file with mode 0600. */
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

/** Returns the name and size in a header, or undefined if this module would not have written it. */
export function readHeader(block: Buffer): { name: string; size: number } | undefined {
  const name = block.toString('ascii', 0, Math.max(0, block.indexOf(0)));
  const size = Number.parseInt(block.toString('ascii', 124, 135), 8);
  if (!/^[a-z0-9_./]{1,100}$/.test(name) || !Number.isSafeInteger(size)) return undefined;
  return header(name, size).equals(block) ? { name, size } : undefined;
}

/** Number of zero bytes that fill the last block of `size` bytes. */
export const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** Signs with the key of the installation that created the archive. */
export const signatureOf = (key: Buffer, sha256: string): string =>
  createHmac('sha256', derivedKey(key, 'backup')).update(sha256).digest('hex');

/**
 * The last entry and the end of the tar; its length is constant. Archives of version 1, and of a
 * database without a key, have no signature.
 */
export function endOf(sha256: string, signature?: string): Buffer {
  const text = Buffer.from(`${JSON.stringify({ sha256, signature })}\n`);
  return Buffer.concat([
    header(END, text.length),
    text,
    Buffer.alloc(padding(text.length) + 2 * BLOCK),
  ]);
}

export const END_BYTES = endOf('0'.repeat(64)).length;

/** The error for an archive that cannot be used; nothing has been changed when it is thrown. */
export const unusable = (file: string, reason: string): StartError =>
  new StartError(`${file} ${reason} Nothing was changed.`);

export const damaged = (file: string): StartError =>
  unusable(file, 'is damaged: its contents are not what was written.');
