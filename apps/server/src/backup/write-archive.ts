/**
 * Writes an archive under a temporary name in the target folder and renames it when it is complete
 * and on disk: an incomplete archive never has the final name, and an existing archive remains
 * until then.
 */
import { createHash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { publishFile, syncFolder } from '../storage/publish-file.ts';
import { StartError } from '../storage/start-error.ts';
import {
  CONTENTS,
  type Contents,
  endOf,
  header,
  MANIFEST,
  type Manifest,
  type Packed,
  padding,
  signatureOf,
} from './archive-format.ts';
import { mapInOrder } from './one-at-a-time.ts';

const pack = promisify(gzip);
/** This compression level takes a third of the default's time for about a tenth more bytes. */
const LEVEL = 1;
/** Number of parts that are compressed at the same time, in the thread pool. */
const AT_ONCE = 3;

export interface ArchiveWriter {
  /** Compresses pieces into the parts of one table or file. */
  add(pieces: AsyncIterable<Buffer>, nameOf: (part: number) => string): Promise<Packed>;
  /** Number of bytes written so far. */
  readonly size: number;
}

interface Written {
  readonly bytes: number;
  readonly sha256: string;
}

/** Calls `write` to fill an archive; removes it after any failure. */
export async function writeArchive(
  file: string,
  overwrite: boolean,
  manifest: Manifest,
  key: Buffer | undefined,
  write: (writer: ArchiveWriter) => Promise<Contents>,
): Promise<Written> {
  if (!overwrite && existsSync(file)) throw isThere(file);
  const part = join(dirname(file), `.${basename(file)}.part-${process.pid}`);
  try {
    const written = await fill(part, manifest, key, write);
    if (overwrite) renameSync(part, file);
    else if (!publishFile(part, file)) throw isThere(file);
    syncFolder(dirname(file));
    return written;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !/^E[A-Z]+$/.test(code) || error instanceof StartError) throw error;
    throw new StartError(`The backup ${file} cannot be written (${code}).`, { cause: error });
  } finally {
    await rm(part, { force: true });
  }
}

const isThere = (file: string): StartError =>
  new StartError(`${file} is there already: choose another name, or add --force.`);

async function fill(
  part: string,
  manifest: Manifest,
  key: Buffer | undefined,
  write: (writer: ArchiveWriter) => Promise<Contents>,
): Promise<Written> {
  await rm(part, { force: true });
  const handle = await open(part, 'wx', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  async function put(bytes: Buffer): Promise<void> {
    await handle.writeFile(bytes);
    size += bytes.length;
  }
  async function entry(name: string, content: Buffer): Promise<void> {
    for (const bytes of [
      header(name, content.length),
      content,
      Buffer.alloc(padding(content.length)),
    ]) {
      hash.update(bytes);
      await put(bytes);
    }
  }
  try {
    await entry(MANIFEST, jsonOf(manifest));
    const contents = await write({
      get size() {
        return size;
      },
      async add(pieces, nameOf) {
        const whole = createHash('sha256');
        let [parts, bytes] = [0, 0];
        const packed = mapInOrder(pieces, AT_ONCE, (piece) => {
          whole.update(piece);
          bytes += piece.length;
          return pack(piece, { level: LEVEL });
        });
        for await (const one of packed) {
          parts += 1;
          await entry(nameOf(parts), one);
        }
        return { parts, bytes, sha256: whole.digest('hex') };
      },
    });
    await entry(CONTENTS, jsonOf(contents));
    const sha256 = hash.digest('hex');
    await put(endOf(sha256, key && signatureOf(key, sha256)));
    await handle.sync();
    return { bytes: size, sha256 };
  } finally {
    await handle.close();
  }
}

const jsonOf = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
