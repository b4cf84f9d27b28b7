/** The built documentation: links, pictures, hosts and search of every page. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSearch, markedParts, type Section } from '../../../site/browser/search.mjs';

const FOLDER = fileURLToPath(new URL('../../../site/dist', import.meta.url));

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
const pages = new Map(
  files
    .filter((file) => file.endsWith('.html'))
    .map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')]),
);

const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value!);

/** Addresses of a page that are not on another host, with the file that they lead to. */
function linksOf(page: string, html: string) {
  return ['href', 'src'].flatMap((name) =>
    attributes(html, name)
      .filter((address) => !/^https?:/.test(address) && address !== '/')
      .map((address) => {
        const [path = '', anchor] = address.split('#');
        const file = path.startsWith('/docs/')
          ? path.slice('/docs/'.length)
          : posix.normalize(posix.join(posix.dirname(page), path));
        return { page, address, file: path === '' ? page : file, anchor };
      }),
  );
}

const links = [...pages].flatMap(([page, html]) => linksOf(page, html));

describe('the built documentation', () => {
  it('has a page of every document', () => {
    expect(pages.size).toBeGreaterThan(130);
  });

  it('leads to existing files', () => {
    expect(links.filter(({ file }) => !existsSync(join(FOLDER, file)))).toEqual([]);
  });

  it('leads to existing sections', () => {
    const ids = new Map([...pages].map(([page, html]) => [page, new Set(attributes(html, 'id'))]));
    const missing = links.filter(
      ({ file, anchor }) => anchor !== undefined && ids.get(file)?.has(anchor) !== true,
    );
    expect(missing).toEqual([]);
    const others = links.filter(({ page, file, anchor }) => anchor !== undefined && file !== page);
    expect(others.length).toBeGreaterThan(50);
  });

  it('has every id once on a page', () => {
    const repeated = [...pages].filter(([, html]) => {
      const ids = attributes(html, 'id');
      return new Set(ids).size !== ids.length;
    });
    expect(repeated.map(([page]) => page)).toEqual([]);
  });

  it('loads nothing from another host, and no script is inside a page', () => {
    for (const [page, html] of pages) {
      expect(html.match(/<(?:script|link|img|iframe)[^>]+https?:[^>]*>/g), page).toBeNull();
      expect(
        html.match(/<script(?![^>]* src=)[^>]*>|\son\w+="|<style|\sstyle="/g),
        page,
      ).toBeNull();
    }
    for (const file of files.filter((name) => /assets\/.*\.css$/.test(name))) {
      expect(readFileSync(join(FOLDER, file), 'utf8')).not.toMatch(/url\(|@import/);
    }
  });

  it('is compressed beforehand', () => {
    const plain = [...pages.keys(), 'search.json'];
    const missing = plain.filter(
      (file) => !files.includes(`${file}.br`) || !files.includes(`${file}.gz`),
    );
    expect(missing).toEqual([]);
  });
});

describe('the search of the documentation', () => {
  const sections = JSON.parse(
    readFileSync(join(FOLDER, 'search.json'), 'utf8'),
  ) as readonly Section[];
  const wordsOf = (page: string) => {
    const own = sections.filter((section) => section.page === page);
    return new Set(
      own.flatMap(
        ({ text, heading }) => `${heading} ${text}`.toLowerCase().match(/[a-z]{5,}/g) ?? [],
      ),
    );
  };
  let find: Awaited<ReturnType<typeof createSearch>>;
  beforeAll(async () => {
    find = await createSearch(sections);
  });

  it('finds every page by a word that is rare elsewhere', () => {
    const listed = [...pages.keys()].filter((page) => page !== '404.html');
    const words = new Map(listed.map((page) => [page, wordsOf(page)]));
    const uses = new Map<string, number>();
    for (const list of words.values()) {
      for (const word of list) uses.set(word, (uses.get(word) ?? 0) + 1);
    }
    const missing = listed.filter((page) => {
      const [rarest] = [...words.get(page)!].sort(
        (one, other) => uses.get(one)! - uses.get(other)!,
      );
      return rarest === undefined || !find(rarest).some((result) => result.page === page);
    });
    expect(missing).toEqual([]);
  });

  it.each([
    ['restore backup', 'operations.html'],
    ['PUBACK', 'protocol/device.html'],
    ['range-invalid', 'reference/errors.html'],
    ['settlement', 'guides/facility-manager.html'],
    ['firewal', 'install.html'],
  ])('finds %s in %s', (query, page) => {
    expect(find(query).map((result) => result.page)).toContain(page);
  });

  it('marks whole words', () => {
    const marked = markedParts('The latest at', ['at']).filter(({ isMarked }) => isMarked);
    expect(marked).toEqual([{ text: 'at', isMarked: true }]);
  });

  it.each([
    ['SMTP_ALLOW_UNENCRYPTED', 'breaking-changes-since-01'],
    ['timer-changed', 'commands'],
    ['nameplates', 'lamp-projects'],
    ['heard_at', 'real-time-channel'],
    ['hardened', 'install'],
  ])('finds %s in a section of the changelog', (query, anchor) => {
    const found = find(query).filter((result) => result.page === 'changelog.html');
    expect(found.map((result) => result.anchor)).toContain(anchor);
    // A section is a few entries, so that the word is near.
    for (const { text } of found) expect(text.length).toBeLessThan(5_000);
  });
});
