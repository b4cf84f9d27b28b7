import { MenuFoldOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { BrandName } from '../../components/values/brand-name.tsx';
import { hasPage, PATHS } from '../../config/paths.ts';
import { AlarmBell } from '../../features/alarms/components/alarm-bell.tsx';
import { FirstSteps } from '../../features/first-steps/components/first-steps.tsx';
import { useBrand } from '../../lib/session/use-brand.ts';
import { holderOf } from '../../lib/session/use-may.ts';
import { useRequiredSession } from '../../lib/session/use-session.ts';
import { useIsPhone } from '../../lib/use-media.ts';
import { LiveBadge } from './live-badge.tsx';
import { Breadcrumb } from './navigation/breadcrumb.tsx';
import { PALETTE_KEYS } from './palette/shortcut-keys.ts';
import { LanguageMenu } from './user/language-menu.tsx';
import { ThemeMenu } from './user/theme-menu.tsx';
import { UserPanel } from './user/user-panel.tsx';

interface ShellHeaderProps {
  isNavigationOpen: boolean;
  onToggleNavigation: () => void;
  onOpenPalette: () => void;
  onOpenShortcuts: () => void;
}

export function ShellHeader(props: ShellHeaderProps) {
  const { t } = useTranslation('shell');
  const isPhone = useIsPhone();
  const { name: brand } = useBrand();
  const holder = holderOf(useRequiredSession().user);
  const FoldIcon = props.isNavigationOpen ? MenuFoldOutlined : MenuUnfoldOutlined;
  return (
    <header className="shell-header line">
      <Button
        type="text"
        className="shell-fold"
        icon={<FoldIcon className="mirrored" />}
        aria-label={t('shell:toggle-navigation')}
        aria-expanded={props.isNavigationOpen}
        onClick={props.onToggleNavigation}
      />
      <Link
        to={PATHS.home}
        className="shell-logo line gap-12"
        aria-label={t('shell:home', { brand })}
      >
        <BrandName size={26} isShort={isPhone} />
      </Link>
      <Breadcrumb />
      <div className="line gap-4">
        <button type="button" className="shell-search line" onClick={props.onOpenPalette}>
          <SearchOutlined aria-hidden="true" />
          <span className={isPhone ? 'visually-hidden' : undefined}>{t('shell:search')}</span>
          {!isPhone && <kbd className="ltr">{PALETTE_KEYS.join(' ')}</kbd>}
        </button>
        <FirstSteps />
        <LiveBadge />
        {hasPage(PATHS.liveAlarms, holder) && <AlarmBell />}
        {!isPhone && <LanguageMenu />}
        {!isPhone && <ThemeMenu />}
        <UserPanel onOpenShortcuts={props.onOpenShortcuts} />
      </div>
    </header>
  );
}
