import { NOTIFICATION_LANGUAGES } from '@busbar/domain/notification/channel';
import { readTexts } from '@busbar/texts/read-catalogues';
import { describe, expect, it } from 'vitest';
import { listOf } from './palette-words.ts';
import { VERBS, type VerbWords, verbInText } from './verb-in-text.ts';

/** The verbs of a language and those of English, as the palette reads them. */
function wordsOf(language: string): VerbWords {
  const [own, english] = [readTexts(language, 'palette'), readTexts('en', 'palette')];
  return Object.fromEntries(
    VERBS.map((verb) => [
      verb,
      [...listOf(own.get(`words.${verb}`)!), ...listOf(english.get(`words.${verb}`)!)],
    ]),
  ) as unknown as VerbWords;
}

describe('the verb in the text of the palette', () => {
  it.each([
    ['en', 'open suzhou', ['open'], 'suzhou'],
    ['en', 'Open… Suzhou work', ['open'], 'Suzhou work'],
    ['en', 'close pump', ['close'], 'pump'],
    ['en', 'pump close', ['close'], 'pump'],
    ['en', 'cl pump house 2', ['close'], 'pump house 2'],
    ['en', 'prot 8610', ['protection'], '8610'],
    ['zh', '分闸 苏州', ['open'], '苏州'],
    ['zh', '分闸苏州', ['open'], '苏州'],
    ['zh', '合闸苏州车间', ['close'], '苏州车间'],
    ['zh', 'open 苏州', ['open'], '苏州'],
    ['ru', 'отключить насос', ['open'], 'насос'],
    ['ru', 'включить насос', ['close'], 'насос'],
    ['fr', 'ouvrir pompe', ['open'], 'pompe'],
    ['fr', 'fermer pompe', ['close'], 'pompe'],
    ['es', 'abrir bomba', ['open'], 'bomba'],
    ['es', 'cerrar bomba', ['close'], 'bomba'],
    ['ar', 'فصل مضخة', ['open'], 'مضخة'],
    ['ar', 'وصل مضخة', ['close'], 'مضخة'],
  ])('is found in %s: %s', (language, text, verbs, rest) => {
    expect(verbInText(text, wordsOf(language))).toEqual({ verbs, rest });
  });

  it.each([
    ['en', 'suzhou'],
    ['en', 'open'],
    ['en', 'o suzhou'],
    ['en', 'reopen suzhou'],
    ['en', 'opening suzhou'],
    ['ru', 'ключить насос'],
    ['ru', 'выключить насос'],
    ['zh', '分苏州'],
    ['zh', '打开 苏州'],
    ['ar', 'فتح مضخة'],
  ])('is not found in %s: %s', (language, text) => {
    expect(verbInText(text, wordsOf(language))).toBeUndefined();
  });

  it('is neither opening nor closing if a word is the beginning of both', () => {
    const words = { ...wordsOf('en'), open: ['abort'], close: ['abut'] };
    expect(verbInText('ab pump', words)).toBeUndefined();
    expect(verbInText('abo pump', words)?.verbs).toEqual(['open']);
  });

  it.each(NOTIFICATION_LANGUAGES)('never means the opposite by its first letters (%s)', (one) => {
    const { open, close } = wordsOf(one);
    for (const [words, opposite] of [
      [open, 'close'],
      [close, 'open'],
    ] as const) {
      for (const word of words) {
        for (let length = 2; length <= word.length; length++) {
          const found = verbInText(`${word.slice(0, length)} 1`, wordsOf(one))?.verbs ?? [];
          expect(found, word.slice(0, length)).not.toContain(opposite);
        }
      }
    }
  });
});
