// Writes a folder with the built program and the packages it needs, for the container, the Debian
// package and the release. It runs without sources, npm or a build:
// `node FOLDER/apps/server/dist/main.js`.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWhenNeeded } from '../build.mjs';
import { isProgram, main, root, StepFailed, step } from '../run-step.mjs';
import { commitSeconds } from './commit-seconds.mjs';
import { copyPackage } from './copy-package.mjs';
import { noticesOf } from './licences.mjs';
import {
  DOCUMENTATION,
  isEmbeddedDatabase,
  PAGES,
  productionPackages,
  SERVER_PROGRAMS,
} from './production-packages.mjs';
import { sbomOf } from './sbom.mjs';
import { architectureOf, packagesFor } from './target.mjs';

export const NOTICES = 'THIRD-PARTY-NOTICES.txt';
export const SBOM = 'busbar.cdx.json';

const USAGE =
  'node scripts/release/assemble.mjs FOLDER [--without-embedded-database] [--arch amd64|arm64]';

/** Replaces `folder`; the program must have been built. `packages` is from `packagesFor`. */
export function assemble(folder, { withEmbeddedDatabase = true, packages = root } = {}) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyServer(folder);
  copyBuilt(join('apps', 'web', 'dist'), folder);
  copyBuilt(join('site', 'dist'), folder);
  copyTexts(folder);
  // Configurations for the programs around Busbar, which docs/install.md installs from here.
  cpSync(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true });
  const isWanted = (name) => withEmbeddedDatabase || !isEmbeddedDatabase(name);
  for (const entry of productionPackages(packages, SERVER_PROGRAMS, { isWanted })) {
    copyPackage(packages, entry, folder);
  }
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeJson(join(folder, 'package.json'), manifest());
  const all = productionPackages(packages, [...SERVER_PROGRAMS, PAGES, DOCUMENTATION], {
    isWanted,
  });
  writeFileSync(join(folder, NOTICES), noticesOf(packages, all));
  writeJson(join(folder, SBOM), sbomOf(manifest(), all, commitSeconds()));
}

export function manifest() {
  const { name, version, description, license, engines } = readJson(join(root, 'package.json'));
  return { name, version, private: true, description, license, type: 'module', engines };
}

/** The maps have no copy of the sources, so that they are small; they name files and lines. */
function copyServer(folder) {
  const source = join(root, 'apps', 'server', 'dist');
  const target = join(folder, 'apps', 'server', 'dist');
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(source)) {
    // Programs of the tests, and the record of the sources that were built.
    if (name.startsWith('test-') || name === 'sources.sha256') continue;
    if (name.endsWith('.map')) {
      const { sourcesContent: _, ...map } = readJson(join(source, name));
      writeFileSync(join(target, name), JSON.stringify(map));
    } else {
      cpSync(join(source, name), join(target, name), { recursive: true });
    }
  }
}

/** Without the records of the builds, which are hidden. */
function copyBuilt(path, folder) {
  const source = join(root, path);
  cpSync(source, join(folder, path), {
    recursive: true,
    filter: (file) => !/^\.|\.map(\.|$)/.test(relative(source, file)),
  });
}

/** The server reads its translations as files of this package; the pages contain theirs. */
function copyTexts(folder) {
  const source = join(root, 'packages', 'texts');
  const target = join(folder, 'node_modules', '@busbar', 'texts');
  mkdirSync(target, { recursive: true });
  cpSync(join(source, 'locales'), join(target, 'locales'), { recursive: true });
  const { name, version, exports: all } = readJson(join(source, 'package.json'));
  const locales = './locales/*';
  writeJson(join(target, 'package.json'), { name, version, exports: { [locales]: all[locales] } });
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

function readArguments() {
  const options = { 'without-embedded-database': { type: 'boolean' }, arch: { type: 'string' } };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length === 1) return { ...values, folder: positionals[0] };
  } catch {
    // An unknown option.
  }
  throw new StepFailed(`Usage: ${USAGE}`);
}

if (isProgram(import.meta.url)) {
  await main(async () => {
    const { folder, arch, 'without-embedded-database': isWithout = false } = readArguments();
    const target = resolve(folder);
    if (target === root || dirname(root).startsWith(target)) {
      throw new StepFailed(`The folder ${target} would be replaced, and it contains the sources.`);
    }
    const packages = await packagesFor(architectureOf(arch));
    await buildWhenNeeded();
    await step(`Assembling ${target}`, async () =>
      assemble(target, { withEmbeddedDatabase: !isWithout, packages }),
    );
  });
}
