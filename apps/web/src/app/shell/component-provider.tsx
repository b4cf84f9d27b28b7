/** The component library in the user's language, direction and theme. */
import { App, ConfigProvider, type ConfigProviderProps } from 'antd';
import enUS from 'antd/es/locale/en_US';
import dayjs from 'dayjs';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Language } from '../../i18n/languages.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { antdTheme } from '../../theme/antd-theme.ts';
import { useIsDark } from '../../theme/theme-mode.ts';

type Locale = NonNullable<ConfigProviderProps['locale']>;

interface LibraryWords {
  locale: Locale;
  /** Name of the calendar's locale. */
  calendar: string;
}

const ENGLISH: LibraryWords = { locale: enUS, calendar: 'en' };

/** Words of the component library and of its calendar, loaded with the language. */
const WORDS: Readonly<Record<Language, () => Promise<LibraryWords>>> = {
  en: async () => ENGLISH,
  zh: async () => {
    await import('dayjs/locale/zh-cn');
    return { locale: (await import('antd/es/locale/zh_CN')).default, calendar: 'zh-cn' };
  },
  ar: async () => {
    await import('dayjs/locale/ar');
    return { locale: (await import('antd/es/locale/ar_EG')).default, calendar: 'ar' };
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

export function ComponentProvider({ children }: { children: ReactNode }) {
  const { language, direction } = useLanguage();
  const isDark = useIsDark();
  const theme = useMemo(() => antdTheme(isDark), [isDark]);
  const [words, setWords] = useState(ENGLISH);

  useEffect(() => {
    let isLatest = true;
    void WORDS[language]().then((next) => {
      if (!isLatest) return;
      dayjs.locale(next.calendar);
      setWords(next);
    });
    return () => {
      isLatest = false;
    };
  }, [language]);

  return (
    <ConfigProvider
      locale={words.locale}
      direction={direction}
      theme={theme}
      getPopupContainer={popupContainer}
    >
      <App notification={{ placement: 'bottomRight' }} message={{ top: 56 }}>
        {children}
      </App>
    </ConfigProvider>
  );
}

/** Popups stand inside the landmark (or dialogue) of what opened them, as screen readers expect. */
function popupContainer(trigger?: HTMLElement): HTMLElement {
  return trigger?.closest<HTMLElement>('[role="dialog"], header, nav, main') ?? document.body;
}
