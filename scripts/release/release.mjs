// `npm run release [-- FOLDER]` writes the files of a release for this machine's platform: the
// archive of the program, its bill of materials, the notices of others and the checksums. Two runs
// on one commit write the same bytes (docs/release.md).
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildWhenNeeded } from '../build.mjs';
import { installPackages } from '../install.mjs';
import { isProgram, main, root, step } from '../run-step.mjs';
import { assemble, manifest, NOTICES, SBOM } from './assemble.mjs';
import { commitSeconds } from './commit-seconds.mjs';

const ARCHIVE_LIMIT_BYTES = 2 ** 30;

/** Returns the names of the files in `folder`; the program must have been built. */
export function release(folder) {
  mkdirSync(folder, { recursive: true });
  const { name, version } = manifest();
  const base = `${name}-${version}`;
  const scratch = mkdtempSync(join(tmpdir(), 'busbar-release-'));
  try {
    const program = join(scratch, base);
    assemble(program);
    const files = {
      [`${base}-${process.platform}-${process.arch}.tar.gz`]: archiveOf(scratch, base),
      [`${base}.cdx.json`]: readFileSync(join(program, SBOM)),
      [NOTICES]: readFileSync(join(program, NOTICES)),
    };
    for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
    copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
    const names = [...Object.keys(files), 'LICENSE'].sort();
    writeFileSync(join(folder, 'SHA256SUMS'), names.map((file) => sumOf(folder, file)).join(''));
    return [...names, 'SHA256SUMS'];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
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
    const folder = resolve(process.argv[2] ?? join(root, 'release'));
    await installPackages();
    await buildWhenNeeded();
    const files = await step(`Writing the release to ${folder}`, async () => release(folder));
    process.stdout.write(`${files.join('\n')}\n`);
  });
}
