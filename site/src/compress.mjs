// Writes `.br` and `.gz` files next to the pages, which the server sends instead of compressing for
// each request.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(html|js|css|svg|json|yml|yaml)$/;
/** Smaller files fit into one packet with their headers. */
const THRESHOLD_BYTES = 1024;
/** The highest quality, 11, takes ten times as long for 6 % less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const ENCODINGS = [
  ['br', (content) => promisify(brotliCompress)(content, BROTLI)],
  ['gz', promisify(gzip)],
];

export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const wanted = files.filter((file) => COMPRESSIBLE.test(file)).map((file) => join(folder, file));
  await Promise.all(wanted.filter((file) => statSync(file).size >= THRESHOLD_BYTES).map(compress));
}

async function compress(file) {
  const content = readFileSync(file);
  for (const [extension, pack] of ENCODINGS) {
    writeFileSync(`${file}.${extension}`, await pack(content));
  }
}
