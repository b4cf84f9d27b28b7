/** The catalogues use the terms of `docs/terms.md`, and no text is left in English. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTIFICATION_LANGUAGES as LANGUAGES } from '@busbar/domain/notification/channel';
import { describe, expect, it } from 'vitest';
import { cataloguesOf, readTexts, withoutPlural } from './read-catalogues.ts';
import {
  findBannedTerms,
  findEnglishTexts,
  findOtherTerms,
  patternOf,
  type TranslatedText,
} from './term-checks.ts';
import { readTermbase } from './terms.ts';

const TERMS = join(import.meta.dirname, '../../../docs/terms.md');
const termbase = readTermbase(readFileSync(TERMS, 'utf8'));

const texts: TranslatedText[] = cataloguesOf('en').flatMap((catalogue) => {
  const source = readTexts('en', catalogue);
  return LANGUAGES.flatMap((language) =>
    [...readTexts(language, catalogue)].map(([key, text]) => {
      const english = source.get(key) ?? source.get(`${withoutPlural(key)}_other`) ?? '';
      return { language, catalogue, key, text, english };
    }),
  );
});

describe('the termbase', () => {
  it('has a form in every language for each term', () => {
    expect(termbase.terms.length).toBeGreaterThan(100);
    for (const { forms } of termbase.terms) {
      expect(Object.keys(forms).sort(), forms.en[0]).toEqual([...LANGUAGES].sort());
      for (const language of LANGUAGES) {
        expect(
          forms[language].every((form) => form !== ''),
          `${language} ${forms.en[0]}`,
        ).toBe(true);
      }
    }
  });

  it('names terms not to use for every language, and only catalogues that exist', () => {
    expect(new Set(termbase.bans.map(({ language }) => language))).toEqual(new Set(LANGUAGES));
    const named = [
      ...termbase.terms.flatMap(({ places }) => places),
      ...termbase.bans.flatMap(({ only, except }) => [...only, ...except]),
    ];
    const catalogues = cataloguesOf('en');
    expect(named.filter((place) => !catalogues.includes(place.split(':')[0]!))).toEqual([]);
  });

  it('contains no term that it prohibits', () => {
    const cells = termbase.terms.flatMap(({ forms, places }) =>
      LANGUAGES.flatMap((language) =>
        forms[language].map((text) => ({
          language,
          catalogue: places[0] ?? 'common',
          key: forms.en[0]!,
          text,
          english: forms.en[0]!,
        })),
      ),
    );
    expect(findBannedTerms(cells, termbase)).toEqual([]);
  });
});

describe.each(LANGUAGES)('the texts of %s', (language) => {
  const own = texts.filter((text) => text.language === language);

  it('contain no term that must not be used', () => {
    expect(findBannedTerms(own, termbase)).toEqual([]);
  });

  it('translate each English term by a form of the termbase', () => {
    expect(findOtherTerms(own, termbase)).toEqual([]);
  });

  it('are not left in English', () => {
    expect(findEnglishTexts(own, termbase)).toEqual([]);
  });
});

describe('the checks of terms', () => {
  const made = (
    language: TranslatedText['language'],
    english: string,
    text: string,
    catalogue = 'control',
  ): TranslatedText => ({ language, catalogue, key: 'made', text, english });

  it('find a verb that reads as the opposite operation', () => {
    const wrong = made('ar', 'Open the breaker of this board', 'فتح القاطع في هذه اللوحة');
    const right = made('ar', 'Open the breaker of this board', 'فصل القاطع في هذه اللوحة');
    expect(findBannedTerms([wrong], termbase)[0]).toContain('ar/control.json made');
    expect(findBannedTerms([right], termbase)).toEqual([]);
  });

  it('find a second term for a concept', () => {
    const wrong = made('es', 'Device', 'Aparato');
    expect(findOtherTerms([wrong], termbase)[0]).toContain('use: Equipo');
    expect(findOtherTerms([made('es', 'Device:', 'equipo:')], termbase)).toEqual([]);
  });

  it('find a text left in English', () => {
    const wrong = made('fr', 'Pending request', 'Pending request');
    expect(findEnglishTexts([wrong], termbase)[0]).toContain('"pending request"');
    expect(findEnglishTexts([made('fr', '{{number}} kW', '{{number}} kW')], termbase)).toEqual([]);
  });

  it('match whole words and stems, with the attached words of Arabic', () => {
    expect(patternOf('rate').test('Separate rates')).toBe(false);
    expect(patternOf('frais').test('Les frais du mois')).toBe(true);
    expect(patternOf('medidor*').test('Los medidores')).toBe(true);
    expect(patternOf('تشغيل').test('والتشغيل')).toBe(true);
    expect(patternOf('闭锁').test('断路器已闭锁')).toBe(true);
  });
});
