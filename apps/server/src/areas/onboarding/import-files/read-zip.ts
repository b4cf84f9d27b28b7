/**
 * ZIP reader (PKWARE APPNOTE) that unpacks entries one by one within a limit. The sizes in the
 * container are not trusted; zlib itself stops at the last permitted byte.
 */
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const MAX_ENTRIES = 1000;

const END_OF_DIRECTORY = 0x06054b50;
const IN_DIRECTORY = 0x02014b50;
const LOCAL = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

export class ZipError extends Error {
  readonly reason: 'unreadable' | 'too-large';

  constructor(reason: 'unreadable' | 'too-large', message: string) {
    super(message);
    this.reason = reason;
  }
}

interface Entry {
  readonly method: number;
  readonly packed: number;
  readonly at: number;
}

const inflate = promisify(inflateRaw) as (
  bytes: Uint8Array,
  options: { maxOutputLength: number },
) => Promise<Buffer>;

export class ZipReader {
  readonly #bytes: Buffer;
  readonly #entries = new Map<string, Entry>();
  #left: number;

  /** `unpackedBytes` is the max total size of all entries that are read. */
  constructor(bytes: Buffer, unpackedBytes: number) {
    this.#bytes = bytes;
    this.#left = unpackedBytes;
    this.#readDirectory();
  }

  /** Returns undefined if the file contains no entry with this name. */
  async read(name: string): Promise<Buffer | undefined> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    const packed = this.#packedOf(entry);
    const unpacked = entry.method === STORED ? packed : await this.#inflate(packed);
    this.#left -= unpacked.length;
    if (this.#left < 0) throw new ZipError('too-large', `${name} is over the bound`);
    return unpacked;
  }

  async #inflate(packed: Buffer): Promise<Buffer> {
    try {
      return await inflate(packed, { maxOutputLength: Math.max(1, this.#left) });
    } catch (error) {
      const isOver = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
      throw new ZipError(isOver ? 'too-large' : 'unreadable', (error as Error).message);
    }
  }

  #packedOf({ at, packed }: Entry): Buffer {
    const bytes = this.#bytes;
    if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== LOCAL) {
      throw new ZipError('unreadable', 'an entry is not where the directory says');
    }
    const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    if (from + packed > bytes.length) throw new ZipError('unreadable', 'an entry is cut off');
    return bytes.subarray(from, from + packed);
  }

  #readDirectory(): void {
    const bytes = this.#bytes;
    const end = this.#endOfDirectory();
    const count = bytes.readUInt16LE(end + 10);
    if (count > MAX_ENTRIES) throw new ZipError('too-large', `${count} entries`);
    let at = bytes.readUInt32LE(end + 16);
    for (let i = 0; i < count; i += 1) {
      if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== IN_DIRECTORY) {
        throw new ZipError('unreadable', 'the directory is broken');
      }
      const flags = bytes.readUInt16LE(at + 8);
      const method = bytes.readUInt16LE(at + 10);
      const nameLength = bytes.readUInt16LE(at + 28);
      const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
      const isReadable = (method === STORED || method === DEFLATED) && !(flags & ENCRYPTED);
      if (!isReadable) throw new ZipError('unreadable', 'encrypted, or packed in another way');
      this.#entries.set(name, {
        method,
        packed: bytes.readUInt32LE(at + 20),
        at: bytes.readUInt32LE(at + 42),
      });
      at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
  }

  /** Searches backwards, because a comment of at most 65,535 bytes may follow the record. */
  #endOfDirectory(): number {
    const bytes = this.#bytes;
    const last = bytes.length - 22;
    for (let at = last; at >= 0 && at >= last - 0xffff; at -= 1) {
      if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at;
    }
    throw new ZipError('unreadable', 'there is no directory');
  }
}
