/**
 * Writes `.br` and `.gz` files next to the files of the build, which the server sends instead of
 * compressing for each request.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|svg|webmanifest)$/;
/** Smaller files fit into one packet with their headers. */
const THRESHOLD_BYTES = 1024;

const ENCODINGS = [
  ['br', promisify(brotliCompress)],
  ['gz', promisify(gzip)],
] as const;

export function compressFiles(): Plugin {
  let folder = '';
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    // After the files of `public` have been copied.
    closeBundle: async () => {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      await Promise.all(files.filter((file) => COMPRESSIBLE.test(file)).map(compress));
    },
  };

  async function compress(file: string): Promise<void> {
    const content = readFileSync(join(folder, file));
    if (content.length < THRESHOLD_BYTES) return;
    for (const [extension, pack] of ENCODINGS) {
      writeFileSync(join(folder, `${file}.${extension}`), await pack(content));
    }
  }
}
