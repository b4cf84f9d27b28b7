/**
 * The three channels, each with its test and result; push permission is granted here. Projects send
 * their own notifications in addition.
 */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../lib/session/use-may.ts';
import type { NotificationSettings } from '../api/use-notification-settings.ts';
import { BrowserPush } from './browser-push.tsx';
import { WayTest } from './way-test.tsx';

export function Ways({ settings }: { settings: NotificationSettings }) {
  const { t } = useTranslation('notifications');
  const maySetProjects = useMay('project.write');
  const isMailReady = settings.mail_available && settings.mail_address !== '';
  const mailSays = settings.mail_available
    ? settings.mail_address === ''
      ? t('notifications:ways.mail-no-address')
      : t('notifications:ways.mail-to', { address: `\u2066${settings.mail_address}\u2069` })
    : t('notifications:ways.mail-not-available');
  return (
    <section className="tile notify__ways" aria-label={t('notifications:ways.title')}>
      <header className="tile__head">
        <h2>{t('notifications:ways.title')}</h2>
      </header>
      <div className="tile__body">
        <section className="stack gap-8 to-start" aria-label={t('notifications:types.in_app')}>
          <h3>{t('notifications:types.in_app')}</h3>
          <p>{t('notifications:ways.in-app')}</p>
          <WayTest way="in_app" isReady />
        </section>
        <section className="stack gap-8 to-start" aria-label={t('notifications:types.mail')}>
          <h3>{t('notifications:types.mail')}</h3>
          <p>{mailSays}</p>
          <WayTest way="mail" isReady={isMailReady} />
        </section>
        <section className="stack gap-8 to-start" aria-label={t('notifications:types.push')}>
          <h3>{t('notifications:types.push')}</h3>
          <BrowserPush publicKey={settings.push_public_key} />
          <p>{t('notifications:ways.push-count', { number: settings.push_subscriptions })}</p>
          <WayTest way="push" isReady={settings.push_subscriptions > 0} />
        </section>
        <section className="stack gap-8 to-start" aria-label={t('notifications:of-projects-link')}>
          <h3>
            {maySetProjects ? (
              <Link className="underlined" to="/alarm-setting" search={{ tab: 'notice' }}>
                {t('notifications:of-projects-link')}
              </Link>
            ) : (
              t('notifications:of-projects-link')
            )}
          </h3>
          <p>{t('notifications:of-projects')}</p>
        </section>
      </div>
    </section>
  );
}
