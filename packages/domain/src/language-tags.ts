import type { NotificationLanguage } from './notification/channel.ts';

/** Tag for `Intl` and the `lang` attribute; Arabic uses Latin digits, as displayed by meters. */
export const LANGUAGE_TAGS: Readonly<Record<NotificationLanguage, string>> = {
  en: 'en-GB',
  zh: 'zh-Hans-CN',
  ar: 'ar-u-nu-latn',
  fr: 'fr-FR',
  ru: 'ru-RU',
  es: 'es-ES',
};
