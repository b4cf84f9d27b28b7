/**
 * References in sources and documents, such as `docs/specification/control.md 2.3`: the file and
 * the clause must exist, and no source may cite a document outside the repository.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SELF = 'scripts/guards/document-references.test.ts';
const COMMENT = /(?:^|\s)(?:\*|\/\/|\/\*\*?|--) /;
const NUMBER = /^[A-Z]?\d+(?:\.\d+)*/;
/**
 * Matches the path, then numbers joined by commas, "and", "to" and "or", also across a line break
 * in a comment.
 */
const REFERENCE =
  /\bdocs\/[\w/-]+\.md(?:(?:,|,?[\s*/]+(?:and|or|to))?[\s*/]+[A-Z]?\d+(?:\.\d+)*(?![\d-]))*/g;
const ADR = /\bADR (\d+)|\bdocs\/adr\/0*(\d+)/g;
const OUTSIDE =
  /\bdecisions? \d|\bpart [12],? section|\bui\.md\b|\bdesign of the screens\b|\(architecture[,)]|[( ][CRTWGHOD]\d{1,2}\)/;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(?:[mc]?[jt]sx?|sql|css|md)$/.test(file) && file !== SELF)
  .filter((file) => existsSync(`${root}${file}`))
  // Migrations never change, so their references may be out of date.
  .filter((file) => !file.includes('/migrations/'))
  .map((file) => ({ file, text: readFileSync(`${root}${file}`, 'utf8') }));

/**
 * Returns the numbers of a document's clauses: headings and bold numbers, and ids of promises in
 * rows and lists.
 */
function clausesOf(document: string): Set<string> {
  const text = readFileSync(`${root}${document}`, 'utf8');
  const found = text.matchAll(/^(?:#+ |\*\*|- \*\*|\| )([A-Z]?\d+(?:\.\d+)*)\b/gm);
  return new Set([...found].map(([, number]) => number!));
}

const references = files.flatMap(({ file, text }) =>
  [...text.matchAll(REFERENCE)].map(([whole]) => {
    const [document = ''] = /^docs\/[\w/-]+\.md/.exec(whole) ?? [];
    const numbers = whole.slice(document.length).split(/[\s*/,]+/);
    return { file, document, numbers: numbers.filter((part) => NUMBER.test(part)) };
  }),
);

describe('references to documents', () => {
  it('are found in large numbers', () => {
    expect(references.filter(({ numbers }) => numbers.length > 0).length).toBeGreaterThan(300);
  });

  it('name an existing file', () => {
    const missing = references.filter(({ document }) => !existsSync(`${root}${document}`));
    expect(missing).toEqual([]);
  });

  it('name an existing clause', () => {
    const clauses = new Map<string, Set<string>>();
    const missing = references
      .filter(({ document }) => existsSync(`${root}${document}`))
      .filter(({ document, numbers }) => {
        const known = clauses.get(document) ?? clausesOf(document);
        clauses.set(document, known);
        return numbers.some((number) => !known.has(number));
      });
    expect(missing).toEqual([]);
  });

  it('name an existing decision record', () => {
    const records = new Set(
      readdirSync(`${root}docs/adr`).map((name) => Number.parseInt(name, 10)),
    );
    const missing = files.flatMap(({ file, text }) =>
      [...text.matchAll(ADR)]
        .filter(([, number, numberInPath]) => !records.has(Number(number ?? numberInPath)))
        .map(([reference]) => ({ file, reference })),
    );
    expect(missing).toEqual([]);
  });

  it('cite no document outside the repository', () => {
    const outside = files
      .filter(({ file }) => !file.endsWith('.md'))
      .flatMap(({ file, text }) =>
        text
          .replaceAll(REFERENCE, (reference) => reference.replaceAll(/[^\n]/g, ''))
          .split('\n')
          .map((line, i) => ({ at: `${file}:${i + 1}`, line }))
          .filter(({ line }) => COMMENT.test(line) && OUTSIDE.test(line.replace(/RFC.*/, ''))),
      );
    expect(outside).toEqual([]);
  });
});
