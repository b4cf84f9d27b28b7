/** The signed-in user and the actions on the user's own account. */
import { DownOutlined } from '@ant-design/icons';
import { useNavigate } from '@tanstack/react-router';
import { Dropdown, type MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { hasPage, PATHS } from '../../../config/paths.ts';
import { changeLanguage } from '../../../i18n/i18n.ts';
import { LANGUAGE_NAMES, type Language } from '../../../i18n/languages.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { holderOf } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useIsPhone } from '../../../lib/use-media.ts';
import {
  setThemeMode,
  THEME_MODES,
  type ThemeMode,
  useThemeMode,
} from '../../../theme/theme-mode.ts';
import { useOfferedLanguages } from './use-offered-languages.ts';
import { useOwnRole } from './use-own-role.ts';
import { useSignOut } from './use-sign-out.ts';

/** A site of its own, not a page of the application (docs/adr/0088-the-documentation-is-a-static-site.md). */
const DOCUMENTATION = '/docs/';

export function UserPanel({ onOpenShortcuts }: { onOpenShortcuts: () => void }) {
  const offered = useOfferedLanguages();
  const { t } = useTranslation('shell');
  const { user } = useRequiredSession();
  const { language } = useLanguage();
  const theme = useThemeMode();
  const isPhone = useIsPhone();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const role = useOwnRole();

  const items: MenuProps['items'] = [
    {
      key: 'who',
      type: 'group',
      label: (
        <span className="user-panel-who stack gap-2 muted">
          <strong>{user.user_name}</strong>
          <span>{role}</span>
          <span>{[user.customer_name, user.group_name].filter(Boolean).join(' · ')}</span>
          <bdi className="ltr">{user.zone}</bdi>
        </span>
      ),
    },
    { type: 'divider' },
    { key: 'account', label: t('shell:user.account') },
    { key: 'password', label: t('shell:user.password') },
    ...(hasPage(PATHS.dataReport, holderOf(user))
      ? [{ key: 'report', label: t('shell:user.report') }]
      : []),
    ...(isPhone
      ? [
          {
            key: 'language',
            label: t('shell:language'),
            children: offered.map((key) => ({
              key: `language:${key}`,
              label: LANGUAGE_NAMES[key],
            })),
          },
          {
            key: 'theme',
            label: t('shell:theme.label'),
            children: THEME_MODES.map((key) => ({
              key: `theme:${key}`,
              label: t(`shell:theme.${key}`),
            })),
          },
        ]
      : [{ key: 'shortcuts', label: t('shell:shortcuts.title') }]),
    { key: 'documentation', label: t('shell:user.documentation') },
    { type: 'divider' },
    { key: 'sign-out', label: t('shell:user.sign-out') },
  ];

  function choose(key: string) {
    if (key === 'account') void navigate({ to: PATHS.account });
    else if (key === 'password') void navigate({ to: PATHS.modifyPassword });
    else if (key === 'report') void navigate({ to: PATHS.dataReport });
    else if (key === 'shortcuts') onOpenShortcuts();
    else if (key === 'documentation') window.open(DOCUMENTATION, '_blank', 'noopener');
    else if (key === 'sign-out') signOut();
    else if (key.startsWith('language:')) void changeLanguage(key.slice(9) as Language);
    else if (key.startsWith('theme:')) setThemeMode(key.slice(6) as ThemeMode);
  }

  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items,
        selectedKeys: [`language:${language}`, `theme:${theme}`],
        onClick: ({ key }) => choose(key),
      }}
    >
      <button
        type="button"
        className="user-button plain-button line"
        // The text next to the picture, if it is visible, is the accessible name.
        aria-label={isPhone ? t('shell:user.label', { name: user.user_name }) : undefined}
      >
        <span className="avatar text-tiny" aria-hidden="true">
          {initialsOf(user.user_name)}
        </span>
        {!isPhone && (
          <span className="user-button-words stack gap-0">
            <span>{user.user_name}</span>
            <span>{role}</span>
          </span>
        )}
        {!isPhone && <DownOutlined aria-hidden="true" />}
      </button>
    </Dropdown>
  );
}

/** Initials from the first two words; in Chinese a single character is enough. */
function initialsOf(name: string): string {
  const words = name.trim().split(/[\s._-]+/);
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();
}
