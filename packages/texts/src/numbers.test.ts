/** Numbers written out in texts have the form of numbers from the formats module. */
import { languageTag } from '@busbar/domain/formats/language-tags';
import { formatCount, percentSign } from '@busbar/domain/formats/number-format';
import { NOTIFICATION_LANGUAGES as LANGUAGES } from '@busbar/domain/notification/channel';
import { describe, expect, it } from 'vitest';
import { cataloguesOf, readTexts } from './read-catalogues.ts';

/** Numbers of standards, ports and colours, which name something and are not grouped. */
const NUMERALS = /EN.?50160|ГОСТ 32144|DL\/T 645-2007|#[0-9a-f]{6}|8080|65535/;
/** Chinese counts in ten thousands, and its number before 万 is not grouped. */
const LARGE = /(?<![\d.,#\u00a0\u202f])([1-9]\d{3,})(?![\d-]|\s?万)/g;

const textsOf = (language: (typeof LANGUAGES)[number]) =>
  cataloguesOf(language).flatMap((catalogue) =>
    [...readTexts(language, catalogue)].map(([key, text]) => ({
      place: `${catalogue}:${key}`,
      text,
    })),
  );

describe.each(LANGUAGES)('in the language %s', (language) => {
  const tag = languageTag(language);

  it('per cent is written as the formats module writes it', () => {
    const sign = /(?:\d|\}\})(\s?%)/g;
    const wrong = textsOf(language).filter(({ text }) =>
      [...text.matchAll(sign)].some(([, found]) => found !== percentSign(tag)),
    );
    expect(wrong).toEqual([]);
  });

  it('numbers from a thousand on are grouped', () => {
    const wrong = textsOf(language).filter(
      ({ text }) => !NUMERALS.test(text) && [...text.matchAll(LARGE)].length > 0,
    );
    expect(wrong, `write ${formatCount(1_000, tag)}`).toEqual([]);
  });

  it('groups of three digits are separated as the formats module separates them', () => {
    const group = /(?<![\d.,])[1-9]\d{0,2}(?:[ .,\u00a0\u202f]000)+(?![\d.,]*\d)/g;
    const wrong = textsOf(language).filter(({ text }) =>
      [...text.matchAll(group)].some(
        ([found]) => found !== formatCount(Number(found.replace(/\D/g, '')), tag),
      ),
    );
    expect(wrong).toEqual([]);
  });
});
