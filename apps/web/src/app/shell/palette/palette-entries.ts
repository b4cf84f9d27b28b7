/** Command palette entries: what was used last, pages, devices, settings, actions of the user. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { menuPages, useMenu } from '../../../components/menu/use-menu.ts';
import { PATHS } from '../../../config/paths.ts';
import {
  isComplete,
  useFirstStepChanges,
  useFirstSteps,
} from '../../../features/first-steps/api/use-first-steps.ts';
import { setListOpen } from '../../../features/first-steps/open-list.ts';
import { changeLanguage } from '../../../i18n/i18n.ts';
import { LANGUAGE_NAMES } from '../../../i18n/languages.ts';
import { holderOf } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useRealtimeState } from '../../../realtime/use-realtime.ts';
import { setThemeMode, THEME_MODES } from '../../../theme/theme-mode.ts';
import { useOfferedLanguages } from '../user/use-offered-languages.ts';
import { useSignOut } from '../user/use-sign-out.ts';
import { useDeviceEntries, useTabEntry } from './device-entries.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { settingsOf } from './palette-settings.ts';
import { lettersOf, usePaletteWords } from './palette-words.ts';
import { readRecents } from './recent.ts';
import { useGo } from './use-go.ts';

/** An entry with the words by which it is found, besides its label and hint. */
type FindableEntry = PaletteEntry & { readonly words?: readonly string[] };

/** Returns the matching entries; devices are added when the server has responded. */
export function usePaletteEntries(text: string): { entries: PaletteEntry[]; isSearching: boolean } {
  const wanted = text.trim();
  const [pages, settings] = [usePages(), useSettings()];
  const actions = [...useFirstStepAction(), ...useActions()];
  const recents = useRecents([...pages, ...settings]);
  const devices = useDeviceEntries(wanted);
  if (wanted === '') return { entries: [...recents, ...pages, ...actions], isSearching: false };

  const letters = lettersOf(wanted);
  const fits = ({ label, hint = '', words = [] }: FindableEntry) =>
    `${label} ${hint}`.toLocaleLowerCase().includes(wanted.toLocaleLowerCase()) ||
    (letters !== '' && words.some((word) => lettersOf(word).includes(letters)));
  return {
    entries: [
      ...pages.filter(fits),
      ...devices.entries,
      ...settings.filter(fits),
      ...actions.filter(fits),
    ],
    isSearching: devices.isSearching,
  };
}

function usePages(): FindableEntry[] {
  const { items } = useMenu();
  const wordsOf = usePaletteWords();
  const go = useGo();
  return menuPages(items).map(({ item, path, section }) => ({
    key: `page:${item.key}`,
    group: 'pages',
    label: item.label,
    hint: section,
    words: [item.english, ...wordsOf(`palette:page.${item.key}`)],
    recent: { key: `page:${item.key}` },
    run: () => go({ to: path }),
  }));
}

function useSettings(): FindableEntry[] {
  const { t } = useTranslation('palette');
  const wordsOf = usePaletteWords();
  const go = useGo();
  const { items } = useMenu();
  const pages = menuPages(items);
  return settingsOf(holderOf(useRequiredSession().user)).map(([key, { path, search }]) => ({
    key: `setting:${key}`,
    group: 'settings',
    label: t(`palette:setting.${key}.label`),
    hint: pages.find((page) => page.path === path)?.item.label,
    words: [...wordsOf(`palette:setting.${key}.label`), ...wordsOf(`palette:setting.${key}.words`)],
    recent: { key: `setting:${key}` },
    run: () => go({ to: path, search }),
  }));
}

/** Entries whose page is no longer available to the user are left out. */
function useRecents(entries: readonly PaletteEntry[]): PaletteEntry[] {
  const toTab = useTabEntry();
  const { user } = useRequiredSession();
  const [recents] = useState(() => readRecents(user.user_id));
  return recents.flatMap(({ key, device }) => {
    const entry =
      device === undefined
        ? entries.find((one) => one.key === key)
        : toTab(device, device.tab, 'device');
    return entry === undefined ? [] : [{ ...entry, key: `recent:${key}`, group: 'recent' }];
  });
}

/** Shows the first steps, also those that the user has dismissed, while one is left. */
function useFirstStepAction(): FindableEntry[] {
  const { t } = useTranslation('palette');
  const wordsOf = usePaletteWords();
  const { data } = useFirstSteps(true);
  const send = useFirstStepChanges();
  if (data === undefined || isComplete(data)) return [];
  return [
    {
      key: 'action:first-steps',
      group: 'actions',
      label: t('palette:first-steps.label'),
      words: [...wordsOf('palette:first-steps.label'), ...wordsOf('palette:first-steps.words')],
      run: () => {
        setListOpen(true);
        if (data.dismissed) {
          void send('v2.first-steps.change', { body: { dismissed: false } }).catch(() => null);
        }
      },
    },
  ];
}

function useActions(): PaletteEntry[] {
  const { t } = useTranslation('shell');
  const go = useGo();
  const offered = useOfferedLanguages();
  const { state, link } = useRealtimeState();
  const signOut = useSignOut();
  const action = (key: string, label: string, run: () => void): PaletteEntry => ({
    key: `action:${key}`,
    group: 'actions',
    label,
    run,
  });
  return [
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
    action('password', t('shell:user.password'), () => go({ to: PATHS.modifyPassword })),
    action('sign-out', t('shell:user.sign-out'), signOut),
  ];
}
