/**
 * The page frame while a second factor is required: without navigation and real-time channel,
 * because the server refuses both; language, theme and sign-out remain.
 */
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandName } from '../../../components/values/brand-name.tsx';
import { useIsPhone } from '../../../lib/use-media.ts';
import { LanguageMenu } from './language-menu.tsx';
import '../shell.css';
import { ThemeMenu } from './theme-menu.tsx';
import { useSessionPing } from './use-session-ping.ts';
import { useSignOut } from './use-sign-out.ts';

export function FactorFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell');
  const isPhone = useIsPhone();
  const signOut = useSignOut();
  // Detects that the second factor was set up elsewhere or is no longer required.
  useSessionPing();
  return (
    <div className="shell" data-phone="true">
      <header className="shell-header line">
        <span className="shell-logo line gap-12">
          <BrandName size={26} isShort={isPhone} />
        </span>
        <div className="line gap-4 push">
          <LanguageMenu />
          <ThemeMenu />
          <Button onClick={signOut}>{t('shell:user.sign-out')}</Button>
        </div>
      </header>
      <main className="shell-content" id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
