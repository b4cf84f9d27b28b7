/** Configures the component library with the user's language, direction and theme. */
import { StyleProvider } from '@ant-design/cssinjs';
import { App, ConfigProvider } from 'antd';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { trackLoad } from '../../lib/calls/pending-loads.ts';
import { antdTheme } from '../../theme/antd-theme.ts';
import { useIsDark } from '../../theme/theme-mode.ts';
import {
  ENGLISH_TEXTS,
  type LibraryTexts,
  loadLibraryTexts,
  namedByMonth,
} from './library-texts.ts';
import { createStyleCache } from './style-cache.ts';

/** Without it the library spaces labels of two Chinese characters, though not next to an icon. */
const NO_INSERTED_SPACE = { autoInsertSpace: false };

export function ComponentProvider({ children }: { children: ReactNode }) {
  const { language, direction } = useLanguage();
  const { t } = useTranslation();
  const isDark = useIsDark();
  const theme = useMemo(() => antdTheme(isDark), [isDark]);
  const [texts, setTexts] = useState<LibraryTexts>(ENGLISH_TEXTS);
  const [styles] = useState(createStyleCache);

  useEffect(() => {
    let isLatest = true;
    const show = (next: Awaited<ReturnType<typeof loadLibraryTexts>>) => {
      if (!isLatest) return;
      next.applyCalendar();
      // Open notifications do not survive a change of the locale object.
      setTexts((shown) => (shown.locale === next.locale ? shown : next));
    };
    // Without its file, for instance after an update of the server, the library's own texts remain.
    trackLoad(loadLibraryTexts(language)).then(show, () => {});
    return () => {
      isLatest = false;
    };
  }, [language]);

  // The library labels the close icon of its dialogs and drawers "Close", which here means closing
  // a breaker.
  const dismiss = t('common:dismiss');
  const locale = useMemo(
    () => ({
      ...namedByMonth(texts.locale),
      global: { ...texts.locale.global, close: dismiss },
    }),
    [texts, dismiss],
  );

  return (
    <StyleProvider cache={styles}>
      <ConfigProvider
        locale={locale}
        direction={direction}
        theme={theme}
        button={NO_INSERTED_SPACE}
        getPopupContainer={popupContainer}
      >
        <App notification={{ placement: 'bottomRight' }} message={{ top: 56 }}>
          {children}
        </App>
      </ConfigProvider>
    </StyleProvider>
  );
}

/**
 * Popups are rendered inside the landmark or dialog of their trigger, as screen readers expect. In
 * a modal this is the visible box, because the dialog around it passes pointer events to the mask.
 */
const PLACES = '.ant-modal-container, [role="dialog"], header, nav, main';

function popupContainer(trigger?: HTMLElement): HTMLElement {
  return trigger?.closest<HTMLElement>(PLACES) ?? document.body;
}
