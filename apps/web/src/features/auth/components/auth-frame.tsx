/** Layout of the sign-in pages: branding, language selection and notices. */
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandName } from '../../../components/values/brand-name.tsx';
import { type Notice, takeNotices } from '../../../lib/notice.ts';
import { AuthAlert } from './auth-alert.tsx';
import './auth.css';
import './feeders.css';
import './auth-form.css';
import './auth-password.css';
import './auth-steps.css';
import { FeederDiagram } from './feeder-diagram.tsx';
import { LanguageSelect } from './language-select.tsx';

interface AuthFrameProps {
  title: string;
  lead?: string;
  children: ReactNode;
  isWide?: boolean;
}

export function AuthFrame({ title, lead, children, isWide = false }: AuthFrameProps) {
  const { t } = useTranslation('auth');
  const [notice, setNotice] = useState<Notice | null>(null);
  useEffect(() => takeNotices(setNotice), []);
  return (
    <div className="auth" data-wide={isWide}>
      <aside className="auth-face" aria-hidden="true">
        <FeederDiagram />
      </aside>
      <div className="auth-side shrink">
        <header className="line spread gap-0 full">
          <span className="auth-logo line gap-12">
            <BrandName size={30} />
          </span>
          <LanguageSelect />
        </header>
        <main className="auth-card full">
          <h1>{title}</h1>
          {lead !== undefined && <p className="auth-lead">{lead}</p>}
          {notice !== null && (
            <AuthAlert kind={notice.kind}>{t(notice.key, notice.values ?? {})}</AuthAlert>
          )}
          {children}
        </main>
        <footer className="faint text-small centered">{t('auth:tagline')}</footer>
      </div>
    </div>
  );
}
