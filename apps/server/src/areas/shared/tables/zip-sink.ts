/**
 * Streams files into a ZIP one by one without buffering them: fflate writes the container, Node's
 * zlib compresses in its own threads, and the writer waits until the compressed bytes are in the
 * sink.
 */
import { once } from 'node:events';
import { constants, crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import type { ReportSink } from './report-files.ts';

/** Max size a ZIP can address without its 64-bit extension. */
const MAX_BYTES = 0xffff_ffff;
const DEFLATE = 8;

/** Thrown if the report does not fit the format. */
export class TooLargeError extends Error {}

export interface ZipEntry extends ReportSink {
  end(): Promise<void>;
}

export class ZipSink {
  readonly #sink: ReportSink;
  readonly #zip: Zip;
  #waiting: Uint8Array[] = [];
  #failure: Error | undefined;
  #bytes = 0;

  constructor(sink: ReportSink) {
    this.#sink = sink;
    this.#zip = new Zip((error, chunk) => {
      if (error) this.#failure = error;
      else this.#waiting.push(chunk);
    });
  }

  /** Starts the next file; the previous one must have ended. */
  entry(filename: string): ZipEntry {
    const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED, chunkSize: 65_536 });
    const file: ZipInputFile = { filename, size: 0, crc: 0, compression: DEFLATE };
    this.#zip.add(file);
    const give = (chunk: Uint8Array, isLast: boolean) => file.ondata!(null, chunk as never, isLast);
    let broken: Error | undefined;
    deflate.on('data', (chunk: Buffer) => give(chunk, false));
    deflate.on('error', (error) => {
      broken = error;
    });
    return {
      write: async (bytes) => {
        if (broken !== undefined) throw broken;
        file.crc = crc32(bytes, file.crc);
        file.size += bytes.length;
        if (file.size > MAX_BYTES) throw new TooLargeError('a sheet is too large for its ZIP');
        // The callback runs after compression; until then the caller must not reuse the buffer.
        await new Promise<void>((resolve, reject) => {
          deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
        });
        await this.#flush();
      },
      end: async () => {
        const ended = once(deflate, 'end');
        deflate.end();
        await ended;
        give(new Uint8Array(0), true);
        await this.#flush();
      },
    };
  }

  async end(): Promise<void> {
    this.#zip.end();
    await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    for (const chunk of this.#waiting.splice(0)) {
      this.#bytes += chunk.length;
      if (this.#bytes > MAX_BYTES) throw new TooLargeError('the file is too large for a ZIP');
      await this.#sink.write(chunk);
    }
  }
}
