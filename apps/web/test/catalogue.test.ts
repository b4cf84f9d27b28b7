/**
 * Compares the translation catalogues with the sources: no missing or unused keys, a text for each
 * value of a closed list, and no literal sentences in the code.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MENU_ENTRIES } from '@busbar/domain/access/menu/menu-entries';
import { ROLES } from '@busbar/domain/access/role';
import { ALARMS } from '@busbar/domain/alarm/alarm-type';
import { LOG_COMMANDS, LOG_MODULES, LOG_STATUSES } from '@busbar/domain/audit/log-terms';
import { REFUSALS } from '@busbar/domain/refusal';
import { cataloguesOf, plainKeys, readTexts } from '@busbar/texts/read-catalogues';
import { describe, expect, it } from 'vitest';
import { textKey } from '../src/features/log/log-search.ts';
import { keysUsedIn, literalTextIn } from './source-words.ts';

const root = join(import.meta.dirname, '../src');
const namespaces = cataloguesOf('en').filter((name) => !name.startsWith('server/'));
const english = new Map(namespaces.map((namespace) => [namespace, readTexts('en', namespace)]));

/** Keys of `refusals` are looked up under the namespace `errors`, which they extend (`i18n.ts`). */
const nameOf = (namespace: string) => (namespace === 'refusals' ? 'errors' : namespace);

describe('texts in the sources', () => {
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const used = sources.map(({ file, text }) => ({ file, ...keysUsedIn(text, namespaces) }));
  const known = new Set(
    namespaces.flatMap((namespace) =>
      [...plainKeys(english.get(namespace)!)].map((key) => `${nameOf(namespace)}:${key}`),
    ),
  );

  it('are all in the catalogue', () => {
    const missing = used.flatMap(({ file, keys }) =>
      keys.filter((key) => !known.has(key)).map((key) => `${file}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it('have existing keys for every key prefix composed at run time', () => {
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

  it('are never literals in the markup', () => {
    const literal = sources
      .filter(({ file }) => file.endsWith('.tsx'))
      .flatMap(({ file, text }) => literalTextIn(text).map((text) => `${file}: ${text}`));
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

  it('have words to search every page of the menu by, in English its name first', () => {
    const named = MENU_ENTRIES.filter(({ url }) => url !== undefined).map(({ key }) => key);
    const words = english.get('palette')!;
    const listed = [...words.keys()].filter((key) => key.startsWith('page.'));
    expect(listed.sort()).toEqual(named.map((key) => `page.${key}`).sort());
    const first = named.map((key) => words.get(`page.${key}`)!.split(',')[0]);
    expect(first).toEqual(named.map((key) => english.get('shell')!.get(`menu.${key}`)));
  });

  it('exist for every alarm type', () => {
    const types = [...english.get('alarms')!.keys()].filter((key) => key.startsWith('type.'));
    const listed = [...Object.keys(ALARMS), 'other'].map((type) => `type.${type}`);
    expect(types.sort()).toEqual(listed.sort());
  });

  it('exist for every module, command and status that the operation log offers as a filter', () => {
    const keys = [...english.get('log')!.keys()];
    const listed = [
      ...Object.values(LOG_MODULES).map((module) => `module.${textKey(module)}`),
      ...LOG_COMMANDS.map((command) => `command.${textKey(command)}`),
      ...LOG_STATUSES.map((status) => `status.${status}`),
    ];
    expect(keys.filter((key) => /^(module|command|status)\./.test(key)).sort()).toEqual(
      listed.sort(),
    );
  });
});
