/** Command palette entries: pages, devices found by name or code, actions of the user's role. */
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPage, PATHS } from '../../../config/paths.ts';
import { changeLanguage } from '../../../i18n/i18n.ts';
import { LANGUAGE_NAMES } from '../../../i18n/languages.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { requestMainFocus } from '../../../lib/main-focus.ts';
import { holderOf } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useRealtimeState } from '../../../realtime/use-realtime.ts';
import { setThemeMode, THEME_MODES } from '../../../theme/theme-mode.ts';
import { menuPages, useMenu } from '../navigation/use-menu.ts';
import { useOfferedLanguages } from '../user/use-offered-languages.ts';
import { useSignOut } from '../user/use-sign-out.ts';

export interface PaletteEntry {
  key: string;
  group: 'pages' | 'devices' | 'actions';
  label: string;
  /** Displayed after the label: the section of a page, or the code of a device. */
  hint?: string;
  run: () => void;
}

const SEARCH_PAUSE_MS = 250;
const MAX_DEVICES = 8;

/** Returns the matching entries, pages first; devices follow when the server has responded. */
export function usePaletteEntries(text: string): { entries: PaletteEntry[]; isSearching: boolean } {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { items } = useMenu();
  const holder = holderOf(useRequiredSession().user);
  const offered = useOfferedLanguages();
  const { state, link } = useRealtimeState();
  const signOut = useSignOut();
  const wanted = text.trim();
  const keyword = useDebounced(wanted);

  const mayFindDevices = hasPage(PATHS.deviceControl, holder);
  const found = useCallQuery(
    'v2.devices',
    { query: { keyword, ps: MAX_DEVICES, pn: 1 } },
    { enabled: mayFindDevices && keyword.length > 1, staleTime: 5_000 },
  );

  const go = (to: string, search: Record<string, string> = {}) => {
    requestMainFocus();
    void navigate({ to, search: search as never });
  };

  const pages = menuPages(items).map<PaletteEntry>(({ item, path, section }) => ({
    key: `page:${item.key}`,
    group: 'pages',
    label: item.label,
    ...(section === undefined ? {} : { hint: section }),
    run: () => go(path),
  }));

  const devices =
    keyword === wanted && keyword.length > 1
      ? (found.data?.data.list ?? []).map<PaletteEntry>((device) => ({
          key: `device:${device.device_code}`,
          group: 'devices',
          label: device.device_name,
          hint: device.device_code,
          run: () => go(PATHS.deviceControl, { device: device.device_code }),
        }))
      : [];

  const action = (key: string, label: string, run: () => void): PaletteEntry => ({
    key: `action:${key}`,
    group: 'actions',
    label,
    run,
  });
  const actions = [
    state.kind === 'paused'
      ? action('resume', t('shell:live.resume'), () => link?.resume())
      : action('pause', t('shell:live.pause'), () => link?.pause()),
    ...THEME_MODES.map((mode) =>
      action(mode, `${t('shell:theme.label')}: ${t(`shell:theme.${mode}`)}`, () =>
        setThemeMode(mode),
      ),
    ),
    ...offered.map((language) =>
      action(language, `${t('shell:language')}: ${LANGUAGE_NAMES[language]}`, () => {
        void changeLanguage(language);
      }),
    ),
    action('password', t('shell:user.password'), () => go(PATHS.modifyPassword)),
    action('sign-out', t('shell:user.sign-out'), signOut),
  ];

  const fits = (entry: PaletteEntry) =>
    `${entry.label} ${entry.hint ?? ''}`.toLocaleLowerCase().includes(wanted.toLocaleLowerCase());
  return {
    entries: [...pages.filter(fits), ...devices, ...actions.filter(fits)],
    isSearching: mayFindDevices && wanted.length > 1 && (keyword !== wanted || found.isFetching),
  };
}

/** Debounces the search text. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return useDeferredValue(debounced);
}
