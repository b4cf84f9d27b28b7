// `npm run release [-- FOLDER] [--arch amd64|arm64] [--node FOLDER]` writes the files of a release for
// one processor, by default this machine's: the archive of the program, the Debian package, the bill
// of materials, the notices of others and the checksums of all releases in the folder. Two runs on one
// commit write the same bytes (docs/release.md).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildWhenNeeded } from '../build.mjs';
import { isProgram, main, root, step } from '../run-step.mjs';
import { assemble, manifest, NOTICES, SBOM } from './assemble.mjs';
import { buildDeb } from './build-deb.mjs';
import { commitSeconds } from './commit-seconds.mjs';
import { architectureOf, debianName, nodeOf, packagesFor } from './target.mjs';

const ARCHIVE_LIMIT_BYTES = 2 ** 30;
const SUMS = 'SHA256SUMS';

/**
 * Returns the names of the files it has written to `folder`; the program must have been built.
 * If `node` is null, there is no Debian package. `packages` and `node` are from `target.mjs`.
 */
export async function release(
  folder,
  { arch = architectureOf(), packages = root, node = nodeOf(arch), compression } = {},
) {
  mkdirSync(folder, { recursive: true });
  const { name, version } = manifest();
  const base = `${name}-${version}`;
  const platform = `${base}-linux-${arch}`;
  const scratch = mkdtempSync(join(tmpdir(), 'busbar-release-'));
  try {
    const program = join(scratch, base);
    assemble(program, { packages });
    const files = {
      [`${platform}.tar.gz`]: archiveOf(scratch, base),
      [`${platform}.cdx.json`]: readFileSync(join(program, SBOM)),
      [`${platform}.${NOTICES}`]: readFileSync(join(program, NOTICES)),
    };
    for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
    copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    const names = [...Object.keys(files), 'LICENSE'];
    if (node !== null) {
      names.push(basename(await buildDeb(program, folder, { version, arch, node, compression })));
    }
    writeFileSync(join(folder, SUMS), sumsOf(folder));
    return [...names.sort(), SUMS];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Of every file, so that runs for several processors complete each other. */
function sumsOf(folder) {
  const names = readdirSync(folder).filter((name) => name !== SUMS);
  return names
    .sort()
    .map((file) => sumOf(folder, file))
    .join('');
}

/** With GNU tar: sorted, without owners and the mask of this machine, with the time of the commit. */
function archiveOf(folder, name) {
  const options = [
    '--format=gnu',
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    `--mtime=@${commitSeconds()}`,
  ];
  const archive = execFileSync('tar', [...options, '-c', '-C', folder, name], {
    maxBuffer: ARCHIVE_LIMIT_BYTES,
  });
  // The header that zlib writes has no time and no name.
  return gzipSync(archive, { level: 9 });
}

function sumOf(folder, file) {
  const sum = createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex');
  return `${sum}  ${file}\n`;
}

if (isProgram(import.meta.url)) {
  await main(async () => {
    const options = { arch: { type: 'string' }, node: { type: 'string' } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const folder = resolve(positionals[0] ?? join(root, 'release'));
    const arch = architectureOf(values.arch);
    const isOwn = arch === process.arch;
    const node = isOwn || values.node !== undefined ? nodeOf(arch, values.node) : null;
    const packages = await packagesFor(arch);
    await buildWhenNeeded();
    const files = await step(`Writing the release for ${debianName(arch)} to ${folder}`, () =>
      release(folder, { arch, packages, node }),
    );
    process.stdout.write(`${files.join('\n')}\n`);
    if (node === null) {
      process.stdout.write(
        `Without a Debian package: --node names the folder of Node.js for ${debianName(arch)}.\n`,
      );
    }
  });
}
