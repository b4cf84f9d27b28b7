/**
 * Reads an archive and uses none of it until all of it is checked: its end, the hash of all bytes,
 * every name, and every part, unpacked and compared with the table of contents.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Migration } from '../storage/migrating/migration-files.ts';
import { StartError } from '../storage/start-error.ts';
import {
  BLOCK,
  CONTENTS,
  type Contents,
  damaged,
  END_BYTES,
  endOf,
  FORMAT_VERSION,
  filePart,
  MANIFEST,
  MAX_PART_BYTES,
  type Manifest,
  type Packed,
  padding,
  readHeader,
  signatureOf,
  tablePart,
  unusable,
} from './archive-format.ts';
import { isContents, isInside, isManifest } from './archive-shape.ts';
import { mapInOrder } from './one-at-a-time.ts';

const unpack = promisify(gunzip);
const AT_ONCE = 3;
const HASHED_AT_ONCE = 1024 * 1024;

interface Entry {
  readonly name: string;
  readonly content: Buffer;
}

export interface Archive {
  readonly file: string;
  readonly manifest: Manifest;
  readonly contents: Contents;
  /** Unpacked parts, one table after another, in the order of the contents. */
  parts(): AsyncGenerator<{ readonly name: string; readonly bytes: Buffer }>;
  close(): Promise<void>;
}

/** Installations whose archives are accepted. */
export interface Origin {
  /** Keys of this installation; none if it has none yet. */
  readonly keys: readonly Buffer[];
  /** Also accepts archives of other installations, and of versions that did not sign. */
  readonly isForeignAllowed: boolean;
}

/** Opens and checks the archive. If unusable, closes it and throws StartError with one sentence. */
export async function openArchive(
  file: string,
  shipped: readonly Migration[],
  origin: Origin,
): Promise<Archive> {
  const handle = await openFile(file);
  try {
    const { size } = await handle.stat();
    const reader = createReader(handle, file, size - END_BYTES);
    const manifest = await readManifest(reader, file);
    refuseNewer(file, manifest, shipped);
    await checkEnd(handle, file, size, origin);
    refuseOthers(file, manifest, shipped);
    const contents = await checkParts(reader, file);
    return {
      file,
      manifest,
      contents,
      parts: () => unpacked(reader),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    const handle = await open(file, 'r');
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      code === 'ENOENT' ? `There is no ${file}.` : `${file} cannot be read (${code}).`,
      { cause: error },
    );
  }
  throw new StartError(`${file} is not a file.`);
}

interface Reader {
  /** Every entry before the end entry. */
  entries(): AsyncGenerator<Entry>;
  readonly file: string;
}

function createReader(handle: FileHandle, file: string, end: number): Reader {
  async function bytesAt(at: number, length: number): Promise<Buffer> {
    if (at + length > end) throw damaged(file);
    const buffer = Buffer.allocUnsafe(length);
    const { bytesRead } = await handle.read(buffer, 0, length, at);
    if (bytesRead !== length) throw damaged(file);
    return buffer;
  }
  return {
    file,
    async *entries() {
      for (let at = 0; at < end; ) {
        const head = readHeader(await bytesAt(at, BLOCK));
        if (head === undefined || head.size > MAX_PART_BYTES) throw damaged(file);
        const content = await bytesAt(at + BLOCK, head.size);
        at += BLOCK + head.size + padding(head.size);
        yield { name: head.name, content };
      }
    },
  };
}

async function readManifest(reader: Reader, file: string): Promise<Manifest> {
  const foreign = unusable(file, 'is no backup made by Busbar.');
  const first = await reader
    .entries()
    .next()
    .catch(() => undefined);
  if (first === undefined || first.done || first.value.name !== MANIFEST) throw foreign;
  const manifest = parsed(first.value.content);
  if (!isManifest(manifest)) throw foreign;
  return manifest;
}

/** Runs before all other checks, because the rest of a newer archive may have another format. */
function refuseNewer(file: string, manifest: Manifest, shipped: readonly Migration[]): void {
  if (manifest.version > FORMAT_VERSION) {
    throw unusable(
      file,
      `was made by a newer Busbar (${manifest.app}): restore it with that version or a later one.`,
    );
  }
  const newest = manifest.migrations.findLast(({ number }) => number > shipped.length);
  if (newest === undefined) return;
  // The program that made it may be older than the database.
  throw unusable(
    file,
    `was made by a newer Busbar (${manifest.app}) or from its database: restore it with a version that has migration ${newest.name}.`,
  );
}

function refuseOthers(file: string, manifest: Manifest, shipped: readonly Migration[]): void {
  const other = manifest.migrations.find(
    ({ number, checksum }, index) => number !== index + 1 || shipped[index]?.checksum !== checksum,
  );
  if (other === undefined) return;
  throw unusable(
    file,
    `was made by another Busbar (its migration ${other.name} is not the one of this version).`,
  );
}

async function checkEnd(
  handle: FileHandle,
  file: string,
  size: number,
  { keys, isForeignAllowed }: Origin,
): Promise<void> {
  const end = Buffer.alloc(END_BYTES);
  await handle.read(end, 0, END_BYTES, size - END_BYTES);
  const [, digest = '', signature] =
    /"sha256":"([0-9a-f]{64})"(?:,"signature":"([0-9a-f]{64})")?/.exec(end.toString('latin1')) ??
    [];
  if (!endOf(digest.padEnd(64, '0'), signature).equals(end)) {
    throw unusable(file, 'is cut short or damaged: its end is missing.');
  }
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(HASHED_AT_ONCE);
  for (let at = 0; at < size - END_BYTES; ) {
    const length = Math.min(buffer.length, size - END_BYTES - at);
    const { bytesRead } = await handle.read(buffer, 0, length, at);
    if (bytesRead === 0) throw damaged(file);
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  if (hash.digest('hex') !== digest) throw damaged(file);
  if (isForeignAllowed || keys.some((key) => signatureOf(key, digest) === signature)) return;
  throw unusable(
    file,
    'is not signed with the key of this installation: it was made elsewhere or by an earlier version, or it was changed. If you trust it, add --foreign.',
  );
}

/** The expected parts, in order, according to the contents. */
function* expectedParts({ tables, files }: Contents): Generator<{ of: Packed; name: string }> {
  for (const table of tables) {
    for (let part = 1; part <= table.parts; part += 1) {
      yield { of: table, name: tablePart(table.name, part) };
    }
  }
  for (const [index, file] of files.entries()) {
    for (let part = 1; part <= file.parts; part += 1) {
      yield { of: file, name: filePart(index + 1, part) };
    }
  }
}

interface Seen {
  readonly hash: ReturnType<typeof createHash>;
  bytes: number;
  rows: number;
}

/** Unpacks the archive once; the contents come last and are compared with what was unpacked. */
async function checkParts(reader: Reader, file: string): Promise<Contents> {
  const seen = new Map<string, Seen>();
  const names: string[] = [];
  let contents: unknown;
  let isFirst = true;
  for await (const { name, bytes } of unpacked(reader)) {
    if (contents !== undefined || isFirst !== (name === MANIFEST)) throw damaged(file);
    isFirst = false;
    if (name === CONTENTS) contents = parsed(bytes);
    if (name === CONTENTS || name === MANIFEST) continue;
    names.push(name);
    const of = name.slice(0, name.lastIndexOf('/'));
    const one = seen.get(of) ?? { hash: createHash('sha256'), bytes: 0, rows: 0 };
    seen.set(of, one);
    one.hash.update(bytes);
    one.bytes += bytes.length;
    if (name.startsWith('tables/')) one.rows += lineEnds(bytes);
  }
  if (!isContents(contents)) throw damaged(file);
  const outside = contents.files.find(({ path }) => !isInside(path));
  if (outside !== undefined) {
    throw unusable(file, `names a file outside the data folder (${outside.path}).`);
  }
  const isAsListed =
    hasNames(contents, names) &&
    contents.tables.every((table) =>
      matchesManifest(seen.get(`tables/${table.name}`), table, table.rows),
    ) &&
    contents.files.every((packed, index) =>
      matchesManifest(seen.get(filePart(index + 1, 1).replace(/\/[^/]+$/, '')), packed, 0),
    );
  if (!isAsListed) throw damaged(file);
  return contents;
}

/** Stops at the first difference: the contents may claim more parts than an archive can have. */
function hasNames(contents: Contents, names: readonly string[]): boolean {
  let index = 0;
  for (const { name } of expectedParts(contents)) {
    if (names[index] !== name) return false;
    index += 1;
  }
  return index === names.length;
}

const EMPTY_SHA256 = createHash('sha256').digest('hex');

function matchesManifest(seen: Seen | undefined, listed: Packed, rows: number): boolean {
  if (seen === undefined) return listed.bytes === 0 && listed.sha256 === EMPTY_SHA256 && rows === 0;
  return (
    seen.bytes === listed.bytes && seen.rows === rows && seen.hash.digest('hex') === listed.sha256
  );
}

/** A row in COPY's text format contains no line end. */
function lineEnds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

async function* unpacked(reader: Reader): AsyncGenerator<{ name: string; bytes: Buffer }> {
  yield* mapInOrder(reader.entries(), AT_ONCE, async ({ name, content }) => {
    if (name === MANIFEST || name === CONTENTS) return { name, bytes: content };
    if (!/^(?:tables\/[a-z0-9_]+|files\/\d{6})\/\d{6,}\.gz$/.test(name)) throw damaged(reader.file);
    try {
      return { name, bytes: await unpack(content, { maxOutputLength: MAX_PART_BYTES }) };
    } catch {
      throw damaged(reader.file);
    }
  });
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
