import type { NotificationLanguage } from '../notification/channel.ts';

/** Tag for `Intl` and the `lang` attribute; Arabic uses Latin digits, as displayed by meters. */
export const LANGUAGE_TAGS: Readonly<Record<NotificationLanguage, string>> = {
  en: 'en-GB',
  zh: 'zh-Hans-CN',
  ar: 'ar-u-nu-latn',
  fr: 'fr-FR',
  ru: 'ru-RU',
  es: 'es-ES',
};

/** Returns the tag of English for a language that this version does not know. */
export function languageTag(language: string): string {
  return Object.hasOwn(LANGUAGE_TAGS, language)
    ? LANGUAGE_TAGS[language as NotificationLanguage]
    : LANGUAGE_TAGS.en;
}
