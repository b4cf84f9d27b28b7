/** Compares texts of the catalogues with the termbase of `docs/terms.md`. */
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import type { Ban, Term, Termbase } from './terms.ts';

export interface TranslatedText {
  readonly language: NotificationLanguage;
  readonly catalogue: string;
  readonly key: string;
  readonly text: string;
  /** English text of the same key. */
  readonly english: string;
}

/** Words of the command palette that users type; they include terms not to use. */
const SEARCH_WORDS = /^(words\.|page\.|setting\..+\.words$)/;

/** Names of exported files have the form of a file name, not of a label. */
const FILE_NAME = /(^|[.-])file(\.|$)/;

const isSearchWords = ({ catalogue, key }: TranslatedText) =>
  catalogue === 'palette' && SEARCH_WORDS.test(key);

const LETTER = '[\\p{L}\\p{M}\\p{N}]';
/** Conjunctions, prepositions and the article that Arabic attaches to a word. */
const ARABIC_PREFIX = '[وف]?(?:[بكل]?ال|لل|[بكل])?';

/** Removes vowel marks of Arabic, non-breaking spaces, placeholders and tags. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\u064b-\u0652\u0640]/g, '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replaceAll('’', "'")
    .replace(/{{.*?}}|\$t\(.*?\)|<[^>]*>/g, ' ');

/** Text without case, and without the colon or ellipsis of a label. */
const labelOf = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[\s:：…]+$/u, '')
    .trim()
    .toLowerCase();

/** `word` is a whole word, `stem*` and `*stem` are parts of one; Chinese has no word limits. */
export function patternOf(not: string): RegExp {
  const stem = plain(not.replaceAll('*', ''))
    .trim()
    .replace(/[.?+()[\]\\^$]/g, '\\$&');
  if (/\p{Script=Han}/u.test(stem)) return new RegExp(stem, 'u');
  const prefix = /\p{Script=Arabic}/u.test(stem) ? ARABIC_PREFIX : '';
  const before = not.startsWith('*') ? '' : `(?<!${LETTER})${prefix}`;
  return new RegExp(`${before}${stem}${not.endsWith('*') ? '' : `(?!${LETTER})`}`, 'iu');
}

/** A place is a catalogue, or the beginning of a key of one (`towers:bill`). */
const isIn = (place: string, { catalogue, key }: TranslatedText) =>
  place === catalogue || (place.includes(':') && `${catalogue}:${key}`.startsWith(place));

const applies = ({ only, except }: Ban, text: TranslatedText) =>
  (only.length === 0 || only.some((place) => isIn(place, text))) &&
  !except.some((place) => isIn(place, text));

const nameOf = ({ language, catalogue, key }: TranslatedText) =>
  `${language}/${catalogue}.json ${key}`;

/** Texts that contain a term not to use. */
export function findBannedTerms(texts: readonly TranslatedText[], { bans }: Termbase): string[] {
  const rules = bans.map((ban) => ({ ban, pattern: patternOf(ban.not) }));
  return texts.flatMap((text) => {
    if (isSearchWords(text)) return [];
    const content = plain(text.text);
    return rules
      .filter(({ ban }) => ban.language === text.language && applies(ban, text))
      .filter(({ pattern }) => pattern.test(content))
      .map(({ ban }) => `${nameOf(text)} "${ban.not}" (use: ${ban.instead}): ${text.text}`);
  });
}

/** Translations of an English term that are none of the forms of the termbase. */
export function findOtherTerms(texts: readonly TranslatedText[], { terms }: Termbase): string[] {
  const senses = new Map<string, Term[]>();
  for (const term of terms) {
    for (const form of term.forms.en) {
      senses.set(labelOf(form), [...(senses.get(labelOf(form)) ?? []), term]);
    }
  }
  return texts.flatMap((text) => {
    const known = senses.get(labelOf(text.english));
    if (text.language === 'en' || known === undefined) return [];
    if (isSearchWords(text) || FILE_NAME.test(text.key)) return [];
    const special = known.filter(({ places }) => places.some((place) => isIn(place, text)));
    const valid = special.length > 0 ? special : known.filter(({ places }) => places.length === 0);
    const forms = valid.flatMap((term) => term.forms[text.language]);
    if (forms.length === 0 || forms.some((form) => labelOf(form) === labelOf(text.text))) return [];
    return [`${nameOf(text)} "${text.english}" (use: ${forms.join(' / ')}): ${text.text}`];
  });
}

/** Translations that equal English, apart from words that the language shares with English. */
export function findEnglishTexts(texts: readonly TranslatedText[], { shared }: Termbase): string[] {
  return texts.flatMap((text) => {
    if (text.language === 'en' || text.text !== text.english) return [];
    const words =
      plain(text.text)
        .toLowerCase()
        .match(/\p{L}+/gu) ?? [];
    const left = words.filter((word) => !shared.get(text.language)!.has(word));
    return left.length === 0 ? [] : [`${nameOf(text)} "${left.join(' ')}": ${text.text}`];
  });
}
