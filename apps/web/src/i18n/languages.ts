/** The six languages of the screens (docs/specification/platform.md 2.1; docs/decisions.md 20). */

export const LANGUAGES = ['en', 'zh', 'ar', 'fr', 'ru', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language by its native name, so that every user recognises it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  zh: '简体中文',
  ar: 'العربية',
  fr: 'Français',
  ru: 'Русский',
  es: 'Español',
};

export function isLanguage(value: unknown): value is Language {
  return (LANGUAGES as readonly unknown[]).includes(value);
}

export function directionOf(language: Language): 'rtl' | 'ltr' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
