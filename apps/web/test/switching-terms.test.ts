/**
 * Terms of breaker operations in the six languages: the table of `docs/glossary.md`, the catalogues
 * and the texts of mails and reports agree, and no text contains a word that an operator could read
 * as the opposite operation.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '../src/i18n/languages.ts';
import { BANNED, CONCEPTS, LABELS, OTHER_MEANINGS } from './switching-rules.ts';

const project = join(import.meta.dirname, '../../..');
const locales = join(project, 'packages/texts/locales');
const PLURAL = /_(zero|one|two|few|many|other)$/;

interface Text {
  readonly language: Language;
  /** `namespace:key` with its plural suffix, or a file of the server with the path in it. */
  readonly name: string;
  readonly text: string;
}

function flatten(value: unknown, name: string, language: Language): Text[] {
  if (typeof value === 'string') return [{ language, name, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    flatten(part, /[:.]$/.test(name) ? `${name}${key}` : `${name}.${key}`, language),
  );
}

const catalogues = LANGUAGES.flatMap((language) =>
  readdirSync(join(locales, language)).flatMap((file) =>
    flatten(
      JSON.parse(readFileSync(join(locales, language, file), 'utf8')),
      `${file.replace('.json', '')}:`,
      language,
    ),
  ),
);

/** Texts written by the server: every table by language in a `*-texts.ts` file. */
async function readServerTexts(): Promise<Text[]> {
  const areas = join(project, 'apps/server/src/areas');
  const texts: Text[] = [];
  for (const file of readdirSync(areas, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('-texts.ts')) continue;
    const exported: object = await import(pathToFileURL(join(areas, file)).href);
    for (const table of Object.values(exported)) {
      if (typeof table !== 'object' || !LANGUAGES.every((language) => language in table)) continue;
      texts.push(...LANGUAGES.flatMap((one) => flatten(table[one], file, one)));
    }
  }
  return texts;
}

type Row = { concept: string; form: string } & Record<Language, string>;

function readGlossary(): Row[] {
  const lines = readFileSync(join(project, 'docs/glossary.md'), 'utf8').split('\n');
  const start = lines.findIndex((line) => /^\| concept \| form \|/.test(line));
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const titles = cells(lines[start]!);
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
  return lines
    .slice(start + 2, end)
    .map((line) => Object.fromEntries(cells(line).map((cell, at) => [titles[at], cell])) as Row);
}

const glossary = readGlossary();
const withoutPlural = (name: string) => name.replace(PLURAL, '');
const isNamedBy = (name: string, patterns: readonly RegExp[]) =>
  patterns.some((pattern) => pattern.test(withoutPlural(name)));

/** Texts that violate the rule of their concept, each with the reason. */
function violations(texts: readonly Text[], concept: string): string[] {
  const { stems } = CONCEPTS[concept]!;
  return texts.flatMap(({ language, name, text }) => {
    const { uses, avoids } = stems[language];
    const found = avoids?.exec(text);
    if (!uses.test(text)) return [`${language} ${name} lacks ${uses}: ${text}`];
    return found ? [`${language} ${name} holds "${found[0]}": ${text}`] : [];
  });
}

describe('the switching terms', () => {
  let serverTexts: Text[];
  beforeAll(async () => {
    serverTexts = await readServerTexts();
  }, 60_000);

  it('have a row in the glossary for every concept of the rules, and no other', () => {
    const concepts = new Set(glossary.map(({ concept }) => concept));
    expect([...concepts].sort()).toEqual(Object.keys(CONCEPTS).sort());
  });

  it.each(Object.keys(CONCEPTS))('of the glossary comply with the rules (%s)', (concept) => {
    const rows = glossary.filter((row) => row.concept === concept);
    const texts = rows.flatMap((row) =>
      LANGUAGES.map((language) => ({ language, name: row.form, text: row[language] })),
    );
    expect(violations(texts, concept)).toEqual([]);
  });

  it.each(Object.entries(LABELS))('are the labels of the screens (%s)', (label, keys) => {
    const row = glossary.find(({ concept, form }) => `${concept} ${form}` === label);
    const wrong = catalogues.filter(
      ({ language, name, text }) =>
        keys.includes(name) && text.toLowerCase() !== row?.[language].toLowerCase(),
    );
    expect(wrong).toEqual([]);
    const known = new Set(catalogues.map(({ name }) => name));
    expect(keys.filter((key) => !known.has(key))).toEqual([]);
  });

  it.each(Object.entries(CONCEPTS))(
    'are used in every text about the concept (%s)',
    (concept, { keys }) => {
      const texts = catalogues.filter(({ name }) => isNamedBy(name, keys));
      for (const key of keys) {
        expect(
          texts.some(({ name }) => isNamedBy(name, [key])),
          `${key} matches nothing`,
        ).toBe(true);
      }
      expect(violations(texts, concept)).toEqual([]);
    },
  );

  it('cover every key that ends like an operation or a position', () => {
    const ruled = [...Object.values(CONCEPTS).flatMap(({ keys }) => keys), ...OTHER_MEANINGS];
    const ENDING = /[.:](open|close|lock|unlock|trip|online|offline)(s|ed|d)?$/;
    const names = new Set(catalogues.map(({ name }) => withoutPlural(name)));
    expect([...names].filter((name) => ENDING.test(name) && !isNamedBy(name, ruled))).toEqual([]);
  });

  it('contain no word that can be read as another operation, on screens, in mails and reports', () => {
    expect(new Set(serverTexts.map(({ name }) => name.split('.')[0])).size).toBeGreaterThan(3);
    const wrong = [...catalogues, ...serverTexts].flatMap(({ language, name, text }) =>
      BANNED[language]
        .filter(({ where, word }) => (where?.test(text) ?? true) && word.test(text))
        .map(({ word }) => `${language} ${name} holds "${word.exec(text)![0]}": ${text}`),
    );
    expect(wrong).toEqual([]);
  });

  it('never label the button that dismisses a note like the command to close a breaker', () => {
    const textOf = (language: Language, key: string) =>
      catalogues.find((one) => one.language === language && one.name === key)?.text;
    const same = LANGUAGES.filter(
      (language) => textOf(language, 'common:dismiss') === textOf(language, 'control:order.close'),
    );
    expect(same).toEqual([]);
    expect(catalogues.filter(({ name }) => name === 'common:close')).toEqual([]);
  });
});
