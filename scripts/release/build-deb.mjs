// Builds the Debian package with the server, its pages, the embedded database and Node:
// `node scripts/release/build-deb.mjs` writes release/busbar_VERSION_ARCHITECTURE.deb. The same
// commit gives the same bytes (SOURCE_DATE_EPOCH, by default the date of the commit).
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWhenNeeded } from '../build.mjs';
import { installPackages } from '../install.mjs';
import { isProgram, main, root, run, StepFailed, step } from '../run-step.mjs';
import { assemble } from './assemble.mjs';
import { writePackageTree } from './deb/package-tree.mjs';

/** Names of processor architectures in Debian. */
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64', arm: 'armhf' };

/**
 * Packs an assembled program and returns the file. `compression` are options of dpkg-deb; the
 * default is xz in one thread, because its result with several depends on their number.
 */
export async function buildDeb(
  program,
  output,
  { version: release, epoch, compression = ['-Zxz', '--threads-max=1'] },
) {
  const architecture = ARCHITECTURES[process.arch];
  if (process.platform !== 'linux' || architecture === undefined) {
    throw new StepFailed(`There is no Debian package for ${process.platform} ${process.arch}.`);
  }
  // In Debian's order 1.0.0~rc.1 is before 1.0.0, and 1.0.0-rc.1 after it.
  const version = release.replaceAll('-', '~');
  const scratch = mkdtempSync(join(tmpdir(), 'busbar-deb-'));
  try {
    const tree = join(scratch, 'tree');
    const date = new Date(Number(epoch) * 1000);
    writePackageTree(tree, { program, version, architecture, date });
    mkdirSync(output, { recursive: true });
    const file = join(output, `busbar_${version}_${architecture}.deb`);
    const options = ['--root-owner-group', ...compression, '--build', tree, file];
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(epoch) };
    await run('dpkg-deb', options, { env });
    return file;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Seconds since 1970: that of the environment, or of the commit. */
async function sourceDate() {
  return process.env.SOURCE_DATE_EPOCH ?? (await run('git', ['log', '-1', '--format=%ct'])).trim();
}

if (isProgram(import.meta.url)) {
  await main(async () => {
    await installPackages();
    await buildWhenNeeded();
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const program = mkdtempSync(join(tmpdir(), 'busbar-program-'));
    try {
      await step('Assembling the program', async () => assemble(program));
      const epoch = await sourceDate();
      const file = await step('Building the Debian package', () =>
        buildDeb(program, join(root, 'release'), { version, epoch }),
      );
      process.stdout.write(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB\n`);
    } finally {
      rmSync(program, { recursive: true, force: true });
    }
  });
}
