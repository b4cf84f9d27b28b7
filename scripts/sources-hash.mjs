// Compares the build with the current sources by content, not by modification time.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const skippedFolders = new Set(['node_modules', 'dist', 'data', 'test', '.vite', 'coverage']);

/** Hashes every file that a build depends on: sources, pages, packages, the build itself. */
export function sourcesHash(root) {
  return hashOf(root, [
    ...['packages', 'apps'].flatMap((folder) => filesBelow(join(root, folder))),
    join(root, 'package-lock.json'),
    join(root, 'scripts', 'build.mjs'),
  ]);
}

/** Hashes every file that the documentation site depends on. */
export function documentationHash(root) {
  const folders = ['docs', 'site', 'deploy', 'packages/device-profiles/profiles'];
  const files = [
    'ARCHITECTURE.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    '.env.example',
    'compose.yaml',
    'compose.embedded.yaml',
    'packages/device-profiles/README.md',
    'apps/web/src/theme/tokens.css',
    'apps/web/public/busbar.svg',
    'package-lock.json',
    'scripts/build-documentation.mjs',
  ];
  return hashOf(root, [
    ...folders.flatMap((folder) => filesBelow(join(root, folder))),
    ...files.map((file) => join(root, file)),
  ]);
}

function hashOf(root, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    if (!existsSync(file)) continue;
    hash.update(`${relative(root, file).split(sep).join('/')}\0`);
    hash.update(createHash('sha256').update(readFileSync(file)).digest());
  }
  return hash.digest('hex');
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : filesBelow(path);
      return /\.test\.tsx?$/.test(entry.name) ? [] : [path];
    });
}
