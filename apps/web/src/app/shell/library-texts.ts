/** Translations of the component library and of its calendar, loaded with the language. */
import type { ConfigProviderProps } from 'antd';
import enUS from 'antd/es/locale/en_US';
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

const LIBRARY_TEXTS: Readonly<Record<Language, () => Promise<LibraryTexts>>> = {
  en: async () => ENGLISH_TEXTS,
  zh: async () => {
    await import('dayjs/locale/zh-cn');
    return { locale: (await import('antd/es/locale/zh_CN')).default, calendar: 'zh-cn' };
  },
  ar: async () => {
    await import('dayjs/locale/ar');
    return {
      locale: withShortDays((await import('antd/es/locale/ar_EG')).default),
      calendar: 'ar',
    };
  },
  fr: async () => {
    await import('dayjs/locale/fr');
    return { locale: (await import('antd/es/locale/fr_FR')).default, calendar: 'fr' };
  },
  ru: async () => {
    await import('dayjs/locale/ru');
    return { locale: (await import('antd/es/locale/ru_RU')).default, calendar: 'ru' };
  },
  es: async () => {
    await import('dayjs/locale/es');
    return { locale: (await import('antd/es/locale/es_ES')).default, calendar: 'es' };
  },
};

/** The calendar itself is loaded here too, because most pages have no date field. */
export async function loadLibraryTexts(
  language: Language,
): Promise<LibraryTexts & { applyCalendar: () => void }> {
  const [texts, { default: dayjs }] = await Promise.all([
    LIBRARY_TEXTS[language](),
    import('dayjs'),
  ]);
  return { ...texts, applyCalendar: () => void dayjs.locale(texts.calendar) };
}
