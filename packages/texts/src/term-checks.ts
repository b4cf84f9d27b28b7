/** Compares texts of the catalogues with the termbase of `docs/terms.md`. */
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import type { Ban, Termbase } from './terms.ts';

export interface TranslatedText {
  readonly language: NotificationLanguage;
  readonly catalogue: string;
  readonly key: string;
  readonly text: string;
  /** English text of the same key. */
  readonly english: string;
}

/** Words of the command palette that users type; they include terms not to use. */
const SEARCH_WORDS = /^(words\.|setting\..+\.words$)/;

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

const applies = ({ only, except }: Ban, catalogue: string) =>
  (only.length === 0 || only.includes(catalogue)) && !except.includes(catalogue);

const nameOf = ({ language, catalogue, key }: TranslatedText) =>
  `${language}/${catalogue}.json ${key}`;

/** Texts that contain a term not to use. */
export function findBannedTerms(texts: readonly TranslatedText[], { bans }: Termbase): string[] {
  const rules = bans.map((ban) => ({ ban, pattern: patternOf(ban.not) }));
  return texts.flatMap((text) => {
    if (isSearchWords(text)) return [];
    const content = plain(text.text);
    return rules
      .filter(({ ban }) => ban.language === text.language && applies(ban, text.catalogue))
      .filter(({ pattern }) => pattern.test(content))
      .map(({ ban }) => `${nameOf(text)} "${ban.not}" (use: ${ban.instead}): ${text.text}`);
  });
}

/** Translations of an English term that are none of the forms of the termbase. */
export function findOtherTerms(texts: readonly TranslatedText[], { terms }: Termbase): string[] {
  return texts.flatMap((text) => {
    if (text.language === 'en' || isSearchWords(text)) return [];
    const label = labelOf(text.english);
    const senses = terms.filter(({ forms }) => forms.en.some((form) => labelOf(form) === label));
    const special = senses.filter(({ catalogues }) => catalogues.includes(text.catalogue));
    const valid =
      special.length > 0 ? special : senses.filter(({ catalogues }) => catalogues.length === 0);
    const forms = valid.flatMap((term) => term.forms[text.language]);
    if (forms.length === 0 || forms.some((form) => labelOf(form) === labelOf(text.text))) return [];
    return [`${nameOf(text)} "${text.english}" (use: ${forms.join(' / ')}): ${text.text}`];
  });
}

/** Translations that equal English, apart from words that the language shares with English. */
export function findEnglishTexts(texts: readonly TranslatedText[], { shared }: Termbase): string[] {
  return texts.flatMap((text) => {
    if (text.language === 'en' || text.text !== text.english) return [];
    const words = plain(text.text).toLowerCase().match(/\p{L}+/gu) ?? [];
    const left = words.filter((word) => !shared.get(text.language)!.has(word));
    return left.length === 0 ? [] : [`${nameOf(text)} "${left.join(' ')}": ${text.text}`];
  });
}
