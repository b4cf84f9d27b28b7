/** Account page of the signed-in user: second factor, open sessions, sign-in history. */
import { Link } from '@tanstack/react-router';
import { Alert, App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../components/states/error-state.tsx';
import { PATHS } from '../../config/paths.ts';
import { useErrorText } from '../../i18n/error-text.ts';
import { setSecondFactorDue } from '../../lib/session/session.ts';
import { useIsFactorDue } from '../../lib/session/use-session.ts';
import { type OpenSession, useMyAccount, useMyAccountChanges } from './api/use-my-account.ts';
import { FactorDue } from './components/factor-due.tsx';
import { FactorPanel } from './components/factor-panel.tsx';
import { SessionList } from './components/session-list.tsx';
import { SignInList } from './components/sign-in-list.tsx';
import './account.css';

export function AccountPage() {
  const { t } = useTranslation('account');
  const account = useMyAccount();
  const isFactorDue = useIsFactorDue();
  if (account.error !== null) {
    return <ErrorState error={account.error} onRetry={() => void account.refetch()} />;
  }
  return (
    <div className="account stack gap-16" aria-busy={account.isPending}>
      <h1 className="visually-hidden">{t('account:title')}</h1>
      {isFactorDue && <FactorDue isOn={account.data?.second_factor.since != null} />}
      {account.data !== undefined && (
        <FactorPanel factor={account.data.second_factor} onKept={() => setSecondFactorDue(false)} />
      )}
      {account.data !== undefined && !isFactorDue && (
        <>
          <OwnSessions sessions={account.data.sessions} />
          <section className="panel stack" aria-label={t('account:sign-in.title')}>
            <h2>{t('account:sign-in.title')}</h2>
            <p className="prose">
              {t('account:sign-in.about')}{' '}
              <Link to={PATHS.modifyPassword}>{t('account:sign-in.password')}</Link>
            </p>
            <SignInList signIns={account.data.sign_ins} />
          </section>
        </>
      )}
    </div>
  );
}

function OwnSessions({ sessions }: { sessions: readonly OpenSession[] }) {
  const { t } = useTranslation('account');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { end, endOthers, followed } = useMyAccountChanges();
  const error = end.error ?? endOthers.error;
  const said = {
    onSuccess: () => void message.success(t('account:session.ended')),
    onSettled: () => void followed(),
  };
  return (
    <section className="panel stack" aria-label={t('account:session.title')}>
      <h2>{t('account:session.title')}</h2>
      <SessionList
        sessions={sessions}
        busy={end.isPending ? end.variables?.params.session : undefined}
        onEnd={({ id }) => end.mutate({ params: { session: id } }, said)}
      />
      {error !== null && <Alert type="error" showIcon role="alert" title={errorText(error)} />}
      {sessions.length > 1 && (
        <div className="account-actions row">
          <Button danger loading={endOthers.isPending} onClick={() => endOthers.mutate({}, said)}>
            {t('account:session.end-others')}
          </Button>
        </div>
      )}
    </section>
  );
}
