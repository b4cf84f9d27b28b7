// Builds the Debian package with the server, its pages, the embedded database and Node:
// `node scripts/release/build-deb.mjs [--arch amd64|arm64] [--node FOLDER]` writes
// release/busbar_VERSION_ARCHITECTURE.deb. The same commit gives the same bytes
// (SOURCE_DATE_EPOCH, by default the date of the commit).
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWhenNeeded } from '../build.mjs';
import { isProgram, main, root, run, StepFailed, step } from '../run-step.mjs';
import { assemble, manifest } from './assemble.mjs';
import { commitSeconds } from './commit-seconds.mjs';
import { writePackageTree } from './deb/package-tree.mjs';
import { architectureOf, debianName, nodeOf, packagesFor } from './target.mjs';

/**
 * Packs an assembled program and returns the file. `compression` are options of dpkg-deb; the
 * default is xz in one thread, because its result with several depends on their number.
 */
export async function buildDeb(
  program,
  output,
  {
    version: release,
    epoch = commitSeconds(),
    compression = ['-Zxz', '--threads-max=1'],
    arch = architectureOf(),
    node = nodeOf(arch),
  },
) {
  const architecture = debianName(arch);
  // In Debian's order 1.0.0~rc.1 is before 1.0.0, and 1.0.0-rc.1 after it.
  const version = release.replaceAll('-', '~');
  const scratch = mkdtempSync(join(tmpdir(), 'busbar-deb-'));
  try {
    const tree = join(scratch, 'tree');
    const date = new Date(Number(epoch) * 1000);
    writePackageTree(tree, { program, node, version, architecture, date });
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

if (isProgram(import.meta.url)) {
  await main(async () => {
    const options = { arch: { type: 'string' }, node: { type: 'string' } };
    const { values } = parseArgs({ options });
    const arch = architectureOf(values.arch);
    if (arch !== process.arch && values.node === undefined) {
      throw new StepFailed(
        `--node must name a folder with Node.js for ${debianName(arch)}, with bin/node and LICENSE.`,
      );
    }
    const packages = await packagesFor(arch);
    await buildWhenNeeded();
    const program = mkdtempSync(join(tmpdir(), 'busbar-program-'));
    try {
      await step('Assembling the program', async () => assemble(program, { packages }));
      const { version } = manifest();
      const file = await step('Building the Debian package', () =>
        buildDeb(program, join(root, 'release'), {
          version,
          arch,
          node: nodeOf(arch, values.node),
        }),
      );
      process.stdout.write(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB\n`);
    } finally {
      rmSync(program, { recursive: true, force: true });
    }
  });
}
