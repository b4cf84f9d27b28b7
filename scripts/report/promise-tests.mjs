// Appends to docs/promises.md a table of the test files that cite each promise.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const DOCUMENT = `${root}docs/promises.md`;
const HEADING = '## Tests of the promises';
const ID = /\b[A-Z]\d{1,2}\b/g;
const CITED = /docs\/promises\.md(?:(?:,|,? (?:and|or|to))? [A-Z]\d{1,2}\b)+/g;
const FOLDERS = ['apps', 'packages', 'e2e'];

/** Returns the ids of all promises, in the order of the document. */
export function promiseIds() {
  const text = readFileSync(DOCUMENT, 'utf8').split(HEADING)[0];
  const found = text.matchAll(/^(?:\| |- \*\*)([CRTWGHOD]\d{1,2})\b/gm);
  return [...new Set([...found].map(([, id]) => id))];
}

/** Returns the document with a table of the tests that cite each promise. */
export function withTests() {
  const tests = testsOfPromises();
  const rows = promiseIds()
    .filter((id) => tests.has(id))
    .map((id) => `| ${id} | ${tests.get(id).map(nameOf).join(', ')} |`);
  return [
    readFileSync(DOCUMENT, 'utf8').split(HEADING)[0].trimEnd(),
    '',
    HEADING,
    '',
    'Written by `npm run docs:promises` from the references in the comments of the tests; a test compares it.',
    '',
    '| id | tests |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n');
}

export function testsOfPromises() {
  const tests = new Map();
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...FOLDERS], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of files.split('\n').filter((name) => /\.test\.tsx?$/.test(name))) {
    const text = readFileSync(root + file, 'utf8').replaceAll(/\s+(?:\* |\/\/ )?\s*/g, ' ');
    const ids = [...text.matchAll(CITED)].flatMap(([cited]) => cited.match(ID));
    for (const id of new Set(ids)) tests.set(id, [...(tests.get(id) ?? []), file]);
  }
  return tests;
}

/** Returns `control/switch-command` for apps/server/test/control/switch-command.test.ts, else the file's path. */
function nameOf(file) {
  return `\`${file.replace(/^apps\/server\/test\//, '').replace(/\.test\.tsx?$/, '')}\``;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(DOCUMENT, withTests());
