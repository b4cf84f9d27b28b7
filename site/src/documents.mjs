// The documents of the repository that are pages of the site, and the addresses of both pages and
// files. A link in a document is written for a git host: relative to the file that contains it.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slug } from 'github-slugger';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Pages whose sources are outside `docs`. */
const OUTSIDE = {
  'CHANGELOG.md': 'changelog.html',
  'ARCHITECTURE.md': 'architecture.html',
  'CONTRIBUTING.md': 'contributing.html',
  'packages/device-profiles/README.md': 'device-profiles.html',
  '.env.example': 'settings.html',
};

/** Files that are offered as they are, and listed on the page `files.html`. */
export const FILES = [
  ...filesBelow('deploy'),
  'compose.yaml',
  'compose.embedded.yaml',
  ...filesBelow('docs/scenarios'),
  ...filesBelow('packages/device-profiles/profiles'),
];

/** Lists of the documents of a folder that has no README. */
export const LISTS = { 'docs/adr': 'Decisions', 'docs/protocol': 'Protocols' };

export const documents = [...filesBelow('docs'), ...Object.keys(OUTSIDE)].filter(
  (path) => path.endsWith('.md') || path === '.env.example',
);

/** Returns the address of a page, such as `install/service.html`. */
export function pageOf(document) {
  if (document in OUTSIDE) return OUTSIDE[document];
  return document
    .replace(/^docs\//, '')
    .replace(/README\.md$/, 'index.md')
    .replace(/\.md$/, '.html');
}

/**
 * Returns the address on the site that corresponds to a link in a document, relative to the page of
 * the document; throws if its target is not on the site.
 */
export function addressOf(document, link) {
  if (/^[a-z]+:/.test(link) || link.startsWith('#')) return link;
  const [path, hash] = link.split('#');
  const target = posix.normalize(posix.join(posix.dirname(document), path)).replace(/\/$/, '');
  const address = targetOf(target);
  if (address === undefined) {
    throw new Error(`${document} links to ${link}, which is not on the documentation site.`);
  }
  const relative = posix.relative(posix.dirname(pageOf(document)), address.page) || '.';
  const anchor = hash ?? address.anchor;
  return anchor === undefined ? relative : `${relative}#${anchor}`;
}

function targetOf(target) {
  if (documents.includes(target)) return { page: pageOf(target) };
  if (FILES.includes(target)) return { page: `files/${target}` };
  if (target in LISTS) return { page: `${target.replace('docs/', '')}/index.html` };
  if (target.startsWith('docs/images/') && existsSync(resolve(ROOT, target))) {
    return { page: target.replace('docs/', '') };
  }
  if (FILES.some((file) => posix.dirname(file) === target)) {
    return { page: 'files.html', anchor: slug(target) };
  }
  return undefined;
}

export const readDocument = (document) => readFileSync(resolve(ROOT, document), 'utf8');

/** The first heading, without the marks of Markdown. */
export function titleOf(document) {
  if (document === '.env.example') return 'Settings';
  const [, title] = /^# (.+)$/m.exec(readDocument(document)) ?? [];
  if (title === undefined) throw new Error(`${document} has no heading.`);
  return title.replaceAll(/[`*]/g, '');
}

function filesBelow(folder) {
  return readdirSync(resolve(ROOT, folder))
    .sort()
    .flatMap((name) => {
      const path = `${folder}/${name}`;
      return statSync(resolve(ROOT, path)).isDirectory() ? filesBelow(path) : [path];
    });
}
