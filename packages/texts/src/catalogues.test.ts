/**
 * Compares the catalogues of the six languages with English: same keys, the plural forms of each
 * language and the same placeholders.
 */
import { NOTIFICATION_LANGUAGES } from '@busbar/domain/notification/channel';
import { describe, expect, it } from 'vitest';
import { cataloguesOf, isPlural, plainKeys, readTexts, withoutPlural } from './read-catalogues.ts';

const catalogues = cataloguesOf('en');
const english = new Map(catalogues.map((name) => [name, readTexts('en', name)]));
const placeholdersOf = (text: string) =>
  [...new Set([...text.matchAll(/{{\s*(\w+)/g)].map((match) => match[1]!))].sort();

describe.each(NOTIFICATION_LANGUAGES)('the catalogues of %s', (language) => {
  const rules = new Intl.PluralRules(language);
  const forms = rules.resolvedOptions().pluralCategories;
  /**
   * Plural forms that stand for more than two numbers: Russian "one" is 1, 21, …, but French "one"
   * is only 0 and 1.
   */
  const manyNumbers = forms.filter(
    (form) =>
      Array.from({ length: 200 }, (_, n) => n).filter((n) => rules.select(n) === form).length > 2,
  );

  it('have the same names as those of English', () => {
    expect(cataloguesOf(language)).toEqual(catalogues);
  });

  it.each(catalogues)('have the same keys (%s)', (name) => {
    const keys = plainKeys(readTexts(language, name));
    expect([...keys].sort()).toEqual([...plainKeys(english.get(name)!)].sort());
  });

  it.each(catalogues)('have every plural form of the language, and no other (%s)', (name) => {
    const plurals = [...readTexts(language, name).keys()].filter(isPlural);
    const wanted = new Set([...english.get(name)!.keys()].filter(isPlural).map(withoutPlural));
    for (const key of wanted) {
      const found = plurals
        .filter((one) => withoutPlural(one) === key)
        .map((one) => one.slice(key.length + 1));
      expect(found.sort(), `${name}:${key}`).toEqual([...forms].sort());
    }
  });

  it.each(catalogues)('use the placeholders of English and contain no empty text (%s)', (name) => {
    const source = english.get(name)!;
    for (const [key, text] of readTexts(language, name)) {
      expect(text.trim(), `${name}:${key}`).not.toBe('');
      const plain = withoutPlural(key);
      const wanted = placeholdersOf(source.get(`${plain}_other`) ?? source.get(key) ?? '');
      const found = placeholdersOf(text);
      // A text for one item may omit the number ("One row"); no plural form may add a placeholder.
      if (!isPlural(key) || manyNumbers.some((form) => key === `${plain}_${form}`)) {
        expect(found, `${name}:${key}`).toEqual(wanted);
      } else expect(wanted, `${name}:${key}`).toEqual(expect.arrayContaining(found));
    }
  });
});
