/**
 * Compares the catalogues of the six languages with English and with the sources: same keys, the
 * plural forms of each language, the same placeholders, no missing or unused keys, and no sentences
 * in the code.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MENU_ENTRIES } from '@busbar/domain/access/menu/menu-entries';
import { ROLES } from '@busbar/domain/access/role';
import { LOG_COMMANDS, LOG_MODULES, LOG_STATUSES } from '@busbar/domain/audit/log-words';
import { REFUSALS } from '@busbar/domain/refusal';
import { describe, expect, it } from 'vitest';
import { wordKey } from '../src/features/log/log-search.ts';
import { LANGUAGES, type Language } from '../src/i18n/languages.ts';
import { keysUsedIn, literalTextIn } from './source-words.ts';

const root = join(import.meta.dirname, '../src');
const locales = join(root, 'i18n/locales');
const namespaces = readdirSync(join(locales, 'en')).map((file) => file.replace('.json', ''));
const PLURAL = /_(zero|one|two|few|many|other)$/;

function wordsOf(language: Language, namespace: string): Map<string, string> {
  const words = new Map<string, string>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === 'string') words.set(path, value);
    else {
      for (const [key, part] of Object.entries(value as object)) {
        walk(part, path === '' ? key : `${path}.${key}`);
      }
    }
  };
  walk(JSON.parse(readFileSync(join(locales, language, `${namespace}.json`), 'utf8')), '');
  return words;
}

/** Keys without their plural suffixes. */
const plain = (keys: Iterable<string>) => new Set([...keys].map((key) => key.replace(PLURAL, '')));
const pluralKeys = (keys: Iterable<string>) =>
  new Set([...keys].filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, '')));
const placeholdersOf = (text: string) =>
  [...new Set([...text.matchAll(/{{\s*(\w+)/g)].map((match) => match[1]!))].sort();

/** Keys of `refusals` are looked up under the namespace `errors`, which they extend (`i18n.ts`). */
const nameOf = (namespace: string) => (namespace === 'refusals' ? 'errors' : namespace);

const english = new Map(namespaces.map((namespace) => [namespace, wordsOf('en', namespace)]));

describe.each(LANGUAGES)('the catalogues of %s', (language) => {
  it('have the namespaces of English', () => {
    const files = readdirSync(join(locales, language)).map((file) => file.replace('.json', ''));
    expect(files.sort()).toEqual([...namespaces].sort());
  });

  it.each(namespaces)('have the same keys (%s)', (namespace) => {
    const keys = plain(wordsOf(language, namespace).keys());
    expect([...keys].sort()).toEqual([...plain(english.get(namespace)!.keys())].sort());
  });

  it.each(namespaces)('have every plural form of the language, and no other (%s)', (namespace) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const words = wordsOf(language, namespace);
    for (const key of pluralKeys(english.get(namespace)!.keys())) {
      const found = [...words.keys()]
        .filter((word) => PLURAL.test(word) && word.replace(PLURAL, '') === key)
        .map((word) => word.slice(key.length + 1));
      expect(found.sort(), `${namespace}:${key}`).toEqual([...forms].sort());
    }
  });

  it.each(namespaces)('use the placeholders of English and are not empty (%s)', (namespace) => {
    const source = english.get(namespace)!;
    for (const [key, text] of wordsOf(language, namespace)) {
      expect(text.trim(), `${namespace}:${key}`).not.toBe('');
      const model =
        source.get(key) ?? source.get(`${key.replace(PLURAL, '')}_other`) ?? source.get(key);
      const wanted = placeholdersOf(model ?? '');
      const found = placeholdersOf(text);
      // "One row" may omit its number; no form may add a placeholder.
      if (PLURAL.test(key))
        expect(wanted, `${namespace}:${key}`).toEqual(expect.arrayContaining(found));
      else expect(found, `${namespace}:${key}`).toEqual(wanted);
    }
  });
});

describe('texts in the sources', () => {
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const used = sources.map(({ file, text }) => ({ file, ...keysUsedIn(text, namespaces) }));
  const known = new Set(
    namespaces.flatMap((namespace) =>
      [...plain(english.get(namespace)!.keys())].map((key) => `${nameOf(namespace)}:${key}`),
    ),
  );

  it('are all in the catalogue', () => {
    const missing = used.flatMap(({ file, keys }) =>
      keys.filter((key) => !known.has(key)).map((key) => `${file}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it('have existing keys for every prefix composed at run time', () => {
    const missing = used.flatMap(({ file, prefixes }) =>
      prefixes
        .filter((prefix) => ![...known].some((key) => key.startsWith(prefix)))
        .map((prefix) => `${file}: ${prefix}`),
    );
    expect(missing).toEqual([]);
  });

  it('use every key of the catalogue', () => {
    const keys = new Set(used.flatMap((one) => one.keys));
    const prefixes = used.flatMap((one) => one.prefixes);
    const unused = [...known].filter(
      (key) => !keys.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });

  it('are never written into the markup', () => {
    const literal = sources
      .filter(({ file }) => file.endsWith('.tsx'))
      .flatMap(({ file, text }) => literalTextIn(text).map((words) => `${file}: ${words}`));
    expect(literal).toEqual([]);
  });
});

describe('translations of closed lists', () => {
  it.each(REFUSALS)('exist for the refusal %s', (refusal) => {
    const places = ['errors', 'refusals'].filter((namespace) =>
      english.get(namespace)!.has(`reason.${refusal}`),
    );
    expect(places).toHaveLength(1);
  });

  it('exist for every entry of the menu and every role', () => {
    const keys = [
      ...MENU_ENTRIES.map((entry) => `menu.${entry.key}`),
      ...ROLES.map((role) => `role.${role}`),
    ];
    expect(keys.filter((key) => !english.get('shell')!.has(key))).toEqual([]);
  });
  it('exist for every module, command and status that the operation log offers as a filter', () => {
    const words = [...english.get('log')!.keys()];
    const listed = [
      ...Object.values(LOG_MODULES).map((module) => `module.${wordKey(module)}`),
      ...LOG_COMMANDS.map((command) => `command.${wordKey(command)}`),
      ...LOG_STATUSES.map((status) => `status.${status}`),
    ];
    expect(words.filter((key) => /^(module|command|status)\./.test(key)).sort()).toEqual(
      listed.sort(),
    );
  });
});
