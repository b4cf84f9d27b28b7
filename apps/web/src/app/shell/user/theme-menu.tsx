import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  setThemeMode,
  THEME_MODES,
  type ThemeMode,
  useThemeMode,
} from '../../../theme/theme-mode.ts';

const ICONS = { light: SunOutlined, dark: MoonOutlined, system: DesktopOutlined } as const;

export function ThemeMenu() {
  const { t } = useTranslation('shell');
  const mode = useThemeMode();
  const Icon = ICONS[mode];
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [mode],
        items: THEME_MODES.map((key) => {
          const ItemIcon = ICONS[key];
          return { key, icon: <ItemIcon />, label: t(`shell:theme.${key}`) };
        }),
        onClick: ({ key }) => setThemeMode(key as ThemeMode),
      }}
    >
      <Button
        type="text"
        icon={<Icon />}
        aria-label={t('shell:theme.label')}
        title={t('shell:theme.label')}
      />
    </Dropdown>
  );
}
