import { useTranslation } from 'react-i18next';
import { postNotice } from '../../../lib/notice.ts';
import { ActivationForm } from './activation-form.tsx';
import './auth.css';
import './auth-form.css';
import './auth-password.css';

/** Pending customers as a page in the shell, for platform administrators. */
export function AuditPanel() {
  const { t } = useTranslation('register');
  return (
    <section className="auth-panel surface" aria-labelledby="audit-title">
      <h1 id="audit-title">{t('register:audit.title')}</h1>
      <p className="auth-lead">{t('register:audit.lead')}</p>
      <ActivationForm onActivated={() => postNotice({ kind: 'success', key: 'auth:activated' })} />
    </section>
  );
}
