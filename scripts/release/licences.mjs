// Licences of packages, and the file of notices with their texts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_COMPONENTS } from './native-components.mjs';
import { isEmbeddedDatabase } from './production-packages.mjs';

/** Packages whose `package.json` names no licence; from the licence file of the package. */
const LICENCES = { 'png-js': 'MIT' };

const LICENCE_FILE = /^(licen[cs]e|copying|notice|third.?party)/i;

const LINE = '='.repeat(80);

/** Returns the SPDX expression; throws if there is none, so that no release lacks it. */
export function licenceOf({ name, license }) {
  const found = license ?? LICENCES[name];
  if (found === undefined) throw new Error(`The package ${name} names no licence.`);
  return found;
}

/** The notices of all packages, sorted by name and version. */
export function noticesOf(root, packages) {
  const texts = packages.map((entry) => `${LINE}\n${titleOf(entry)}\n\n${textOf(root, entry)}\n`);
  const native = packages.some(({ name }) => isEmbeddedDatabase(name))
    ? DATABASE_COMPONENTS.map(
        ({ home, ...entry }) => `${LINE}\n${titleOf(entry)}\nLicence: ${home}\n`,
      )
    : [];
  return [
    'Busbar contains the following software of others. The pages contain code of the packages for the\n' +
      'browser in compiled form.\n',
    ...texts,
    ...native,
  ].join('\n');
}

const titleOf = (entry) => `${entry.name} ${entry.version} (${licenceOf(entry)})`;

function textOf(root, { path }) {
  const folder = join(root, path);
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name }) => name)
    .sort();
  if (files.length > 0) {
    return files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n');
  }
  const { author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const by = typeof author === 'object' ? author.name : author;
  return `The package contains no file with the text of its licence.${by === undefined ? '' : ` Author: ${by}`}`;
}
