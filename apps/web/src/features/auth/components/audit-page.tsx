import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../config/paths.ts';
import { leaveNotice } from '../../../lib/notice.ts';
import { ActivationForm } from './activation-form.tsx';
import { AuthFrame } from './auth-frame.tsx';

/** Activation without a session; a platform administrator has the same page in the shell. */
export function AuditPage() {
  const { t } = useTranslation('register');
  const navigate = useNavigate();
  return (
    <AuthFrame title={t('register:audit.title')} lead={t('register:audit.lead')}>
      <ActivationForm
        isVisitor
        onActivated={() => {
          leaveNotice({ kind: 'success', key: 'auth:activated' });
          void navigate({ to: PATHS.login });
        }}
      />
      <p className="auth-more">
        <Link to={PATHS.login}>{t('register:to-login')}</Link>
      </p>
    </AuthFrame>
  );
}
