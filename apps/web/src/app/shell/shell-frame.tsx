import { useLocation } from '@tanstack/react-router';
import { Drawer } from 'antd';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';
import { readSetting, writeSetting } from '../../lib/stored-setting.ts';
import { useIsPhone } from '../../lib/use-media.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { CommandPalette } from './palette/command-palette.tsx';
import { OpenPalette } from './palette/open-palette.ts';
import { ShellHeader } from './shell-header.tsx';
import './shell.css';
import { SideNavigation } from './navigation/side-navigation.tsx';
import { ShortcutsSheet } from './palette/shortcuts-sheet.tsx';
import { useShortcuts } from './palette/use-shortcuts.ts';
import { UnsafeDatabaseBanner } from './unsafe-database-banner.tsx';
import { useNotices } from './use-notices.ts';
import { OfferedLanguage } from './user/use-offered-languages.ts';
import { useSessionPing } from './user/use-session-ping.ts';

/** Header, navigation and content of every page with a session. */
export function ShellFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const { direction } = useLanguage();
  const isPhone = useIsPhone();
  const isDevicePage = useLocation({ select: ({ pathname }) => pathname.startsWith('/devices/') });
  const [isCollapsed, setCollapsed] = useState(readSetting('sider') === 'collapsed');
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);

  const openPalette = useCallback(() => setPaletteOpen(true), []);

  useSessionPing();
  useNotices();
  useShortcuts({
    onPalette: openPalette,
    onSheet: () => setSheetOpen(true),
  });

  function toggleNavigation() {
    if (isPhone) {
      setDrawerOpen(!isDrawerOpen);
      return;
    }
    writeSetting('sider', isCollapsed ? null : 'collapsed');
    setCollapsed(!isCollapsed);
  }

  return (
    <div className="shell" data-collapsed={isCollapsed} data-phone={isPhone}>
      <a className="skip-link" href="#content">
        {t('shell:skip')}
      </a>
      {isDevicePage && (
        <a className="skip-link" href="#device-list">
          {t('shell:skip-to-list')}
        </a>
      )}
      <OfferedLanguage />
      <ShellHeader
        isNavigationOpen={isPhone ? isDrawerOpen : !isCollapsed}
        onToggleNavigation={toggleNavigation}
        onOpenPalette={openPalette}
        onOpenShortcuts={() => setSheetOpen(true)}
      />
      {!isPhone && (
        <nav className="shell-sider" aria-label={t('shell:navigation')}>
          <div className="shell-sider-scroll">
            <SideNavigation isCollapsed={isCollapsed} />
          </div>
        </nav>
      )}
      <main className="shell-content" id="content" tabIndex={-1}>
        <UnsafeDatabaseBanner />
        <ConnectionBanner />
        <OpenPalette value={openPalette}>{children}</OpenPalette>
      </main>
      {isPhone && (
        <Drawer
          open={isDrawerOpen}
          onClose={() => setDrawerOpen(false)}
          placement={direction === 'rtl' ? 'right' : 'left'}
          size={280}
          title={t('shell:navigation')}
          styles={{ body: { padding: 8 } }}
        >
          <SideNavigation isCollapsed={false} onGone={() => setDrawerOpen(false)} />
        </Drawer>
      )}
      <CommandPalette isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
      <ShortcutsSheet isOpen={isSheetOpen} onClose={() => setSheetOpen(false)} />
    </div>
  );
}
