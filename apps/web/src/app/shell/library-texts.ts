/** Translations of the component library and of its calendar, loaded with the language. */
import type { ConfigProviderProps } from 'antd';
import enUS from 'antd/es/locale/en_US';
import dayjs from 'dayjs';
import type { Language } from '../../i18n/languages.ts';

type Locale = NonNullable<ConfigProviderProps['locale']>;

export interface LibraryTexts {
  locale: Locale;
  /** Name of the calendar's locale. */
  calendar: string;
}

export const ENGLISH_TEXTS: LibraryTexts = { locale: enUS, calendar: 'en' };

/** The library uses full weekday names here, which are wider than the columns of its calendar. */
function withShortDays(locale: Locale): Locale {
  const { DatePicker } = locale;
  if (DatePicker === undefined) return locale;
  const shortWeekDays = ['أحد', 'إثن', 'ثلا', 'أرب', 'خمي', 'جمع', 'سبت'];
  return { ...locale, DatePicker: { ...DatePicker, lang: { ...DatePicker.lang, shortWeekDays } } };
}

/** The buttons above a calendar are named by the month and year they show. */
export function namedByMonth(locale: Locale): Locale {
  const { DatePicker } = locale;
  if (DatePicker === undefined) return locale;
  const lang = { ...DatePicker.lang, monthSelect: '', yearSelect: '' };
  return { ...locale, DatePicker: { ...DatePicker, lang } };
}

const LIBRARY_TEXTS: Readonly<Record<Language, () => Promise<LibraryTexts>>> = {
  en: async () => ENGLISH_TEXTS,
  zh: async () => (await import('./library-texts/zh.ts')).texts,
  ar: async () => {
    const { locale, calendar } = (await import('./library-texts/ar.ts')).texts;
    return { locale: withShortDays(locale), calendar };
  },
  fr: async () => (await import('./library-texts/fr.ts')).texts,
  ru: async () => (await import('./library-texts/ru.ts')).texts,
  es: async () => (await import('./library-texts/es.ts')).texts,
};

export async function loadLibraryTexts(
  language: Language,
): Promise<LibraryTexts & { applyCalendar: () => void }> {
  const texts = await LIBRARY_TEXTS[language]();
  return { ...texts, applyCalendar: () => void dayjs.locale(texts.calendar) };
}
