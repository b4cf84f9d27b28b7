/**
 * Terms of breaker operations in the six languages: the table of `docs/glossary.md` and the
 * catalogues agree, and no text contains a word that an operator could read as the opposite
 * operation.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  NOTIFICATION_LANGUAGES as LANGUAGES,
  type NotificationLanguage,
} from '@busbar/domain/notification/channel';
import { describe, expect, it } from 'vitest';
import { cataloguesOf, readTexts, withoutPlural } from './read-catalogues.ts';
import { BANNED, CONCEPTS, LABELS, OTHER_MEANINGS } from './switching-rules.ts';

interface Text {
  readonly language: NotificationLanguage;
  /** `namespace:key` with its plural suffix. */
  readonly name: string;
  readonly text: string;
}

const texts: Text[] = LANGUAGES.flatMap((language) =>
  cataloguesOf(language).flatMap((catalogue) =>
    [...readTexts(language, catalogue)].map(([key, text]) => ({
      language,
      name: `${catalogue.replace('server/', '')}:${key}`,
      text,
    })),
  ),
);

type Row = { concept: string; form: string } & Record<NotificationLanguage, string>;

function readGlossary(): Row[] {
  const lines = readFileSync(join(import.meta.dirname, '../../../docs/glossary.md'), 'utf8').split(
    '\n',
  );
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
const isNamedBy = (name: string, patterns: readonly RegExp[]) =>
  patterns.some((pattern) => pattern.test(withoutPlural(name)));

/** Texts that violate the rule of their concept, each with the reason. */
function violations(about: readonly Text[], concept: string): string[] {
  const { stems } = CONCEPTS[concept]!;
  return about.flatMap(({ language, name, text }) => {
    const { uses, avoids } = stems[language];
    const found = avoids?.exec(text);
    if (!uses.test(text)) return [`${language} ${name} lacks ${uses}: ${text}`];
    return found ? [`${language} ${name} holds "${found[0]}": ${text}`] : [];
  });
}

describe('the switching terms', () => {
  it('have a row in the glossary for every concept of the rules, and no other', () => {
    const concepts = new Set(glossary.map(({ concept }) => concept));
    expect([...concepts].sort()).toEqual(Object.keys(CONCEPTS).sort());
  });

  it.each(Object.keys(CONCEPTS))('of the glossary comply with the rules (%s)', (concept) => {
    const rows = glossary.filter((row) => row.concept === concept);
    const cells = rows.flatMap((row) =>
      LANGUAGES.map((language) => ({ language, name: row.form, text: row[language] })),
    );
    expect(violations(cells, concept)).toEqual([]);
  });

  it.each(Object.entries(LABELS))('are the labels of the screens (%s)', (label, keys) => {
    const row = glossary.find(({ concept, form }) => `${concept} ${form}` === label);
    const wrong = texts.filter(
      ({ language, name, text }) =>
        keys.includes(name) && text.toLowerCase() !== row?.[language].toLowerCase(),
    );
    expect(wrong).toEqual([]);
    const known = new Set(texts.map(({ name }) => name));
    expect(keys.filter((key) => !known.has(key))).toEqual([]);
  });

  it.each(Object.entries(CONCEPTS))(
    'are used in every text about the concept (%s)',
    (concept, { keys }) => {
      const about = texts.filter(({ name }) => isNamedBy(name, keys));
      for (const key of keys) {
        expect(
          about.some(({ name }) => isNamedBy(name, [key])),
          `${key} matches nothing`,
        ).toBe(true);
      }
      expect(violations(about, concept)).toEqual([]);
    },
  );

  it('cover every key that ends like an operation or a position', () => {
    const ruled = [...Object.values(CONCEPTS).flatMap(({ keys }) => keys), ...OTHER_MEANINGS];
    const ENDING = /[.:](open|close|lock|unlock|trip|online|offline)(s|ed|d)?$/;
    const names = new Set(texts.map(({ name }) => withoutPlural(name)));
    expect([...names].filter((name) => ENDING.test(name) && !isNamedBy(name, ruled))).toEqual([]);
  });

  it('contain no word that can be read as another operation, on screens, in mails and reports', () => {
    // Words to search pages by are typed by users and never displayed.
    const displayed = texts.filter(({ name }) => !name.startsWith('palette:page.'));
    const wrong = displayed.flatMap(({ language, name, text }) =>
      BANNED[language]
        .filter(({ where, word }) => (where?.test(text) ?? true) && word.test(text))
        .map(({ word }) => `${language} ${name} holds "${word.exec(text)![0]}": ${text}`),
    );
    expect(wrong).toEqual([]);
  });

  it('never give the button that dismisses a note the label of the command to close a breaker', () => {
    const textOf = (language: NotificationLanguage, key: string) =>
      texts.find((one) => one.language === language && one.name === key)?.text;
    const same = LANGUAGES.filter(
      (language) => textOf(language, 'common:dismiss') === textOf(language, 'control:order.close'),
    );
    expect(same).toEqual([]);
    expect(texts.filter(({ name }) => name === 'common:close')).toEqual([]);
  });
});
