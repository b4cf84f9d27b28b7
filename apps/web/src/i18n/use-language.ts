import { LANGUAGE_TAGS } from '@busbar/domain/formats/language-tags';
import { useTranslation } from 'react-i18next';
import { directionOf, isLanguage, type Language } from './languages.ts';

export interface LanguageInfo {
  language: Language;
  /** Language tag for `Intl` formatters. */
  tag: string;
  direction: 'rtl' | 'ltr';
}

/** Returns the current language; re-renders when it changes. */
export function useLanguage(): LanguageInfo {
  const { i18n } = useTranslation();
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  return { language, tag: LANGUAGE_TAGS[language], direction: directionOf(language) };
}
