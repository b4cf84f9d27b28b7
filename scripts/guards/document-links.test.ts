/**
 * Links between the documents: on a git host the file, the folder and the heading must exist.
 * Pictures of the documentation are small, and each one is used.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import GithubSlugger from 'github-slugger';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const MAX_PICTURE_BYTES = 120_000;

const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)));

/** Without code, in which brackets are no links. */
const textOf = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
    .replaceAll(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, (code) => code.replaceAll(/[[\]()<#]/g, ''));

const links = documents.flatMap((file) =>
  [...textOf(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : normalize(join(dirname(file), path));
      return { file, link, target, anchor };
    }),
);

function anchorsOf(file: string): Set<string> {
  const slugger = new GithubSlugger();
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/^ *```[\s\S]*?^ *```/gm, '');
  const headings = [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) =>
    heading!.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, ''),
  );
  return new Set(headings.map((heading) => slugger.slug(heading)));
}

describe('links between the documents', () => {
  it('are found in large numbers', () => {
    expect(links.length).toBeGreaterThan(500);
  });

  it('name an existing file or folder', () => {
    expect(links.filter(({ target }) => !existsSync(join(root, target)))).toEqual([]);
  });

  it('name an existing heading', () => {
    const anchors = new Map<string, Set<string>>();
    const missing = links.filter(({ target, anchor }) => {
      if (anchor === undefined || !target.endsWith('.md')) return false;
      const known = anchors.get(target) ?? anchorsOf(target);
      anchors.set(target, known);
      return !known.has(anchor);
    });
    expect(missing).toEqual([]);
  });
});

describe('the pictures of the documentation', () => {
  const folder = join(root, 'docs', 'images');
  const pictures = readdirSync(folder);

  it('are each used by a document', () => {
    const used = new Set(links.map(({ target }) => target));
    expect(pictures.filter((name) => !used.has(`docs/images/${name}`))).toEqual([]);
  });

  it(`have at most ${MAX_PICTURE_BYTES} bytes`, () => {
    const large = pictures.filter((name) => statSync(join(folder, name)).size > MAX_PICTURE_BYTES);
    expect(large).toEqual([]);
  });
});
