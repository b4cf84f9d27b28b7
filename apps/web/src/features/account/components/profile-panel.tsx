/** The user's profile: who they are, their mail address and language, and how pages look. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { useMay } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useNotificationSettings } from '../../notifications/api/use-notification-settings.ts';
import { ContactForm } from './contact-form.tsx';
import { LooksFields } from './looks-fields.tsx';

export function ProfilePanel() {
  const { t } = useTranslation(['account', 'notifications']);
  const { user } = useRequiredSession();
  const hasMessages = useMay('data.read');
  return (
    <section className="panel stack gap-16" aria-label={t('account:profile.title')}>
      <h2>{t('account:profile.title')}</h2>
      <Facts
        rows={[
          [t('account:profile.name'), <bdi key="name">{user.user_name}</bdi>],
          [
            t('account:profile.organisation'),
            [user.customer_name, user.group_name].filter(Boolean).join(' · '),
          ],
          [
            t('notifications:profile.zone'),
            <span key="zone" className="row inline gap-text">
              <bdi className="ltr">{user.zone}</bdi>
              {hasMessages && (
                <Link to="/notification-setting">{t('account:profile.zone-change')}</Link>
              )}
            </span>,
          ],
        ]}
      />
      {hasMessages && <Contact />}
      <LooksFields />
    </section>
  );
}

function Contact() {
  const { data, error, refetch } = useNotificationSettings();
  if (error !== null && data === undefined) {
    return <ErrorState isCompact error={error} onRetry={() => void refetch()} />;
  }
  return (
    <div className="account-contact">{data !== undefined && <ContactForm settings={data} />}</div>
  );
}
