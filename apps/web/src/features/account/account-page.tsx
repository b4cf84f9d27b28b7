/** Account page of the signed-in user: profile, second factor, open sessions, sign-in history. */

import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../components/forms/use-action.ts';
import { ErrorAlert } from '../../components/states/error-alert.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { PATHS } from '../../config/paths.ts';
import { setSecondFactorDue } from '../../lib/session/session.ts';
import { useIsFactorDue } from '../../lib/session/use-session.ts';
import { type OpenSession, useMyAccount, useMyAccountChanges } from './api/use-my-account.ts';
import { FactorDue } from './components/factor-due.tsx';
import { FactorPanel } from './components/factor-panel.tsx';
import { ProfilePanel } from './components/profile-panel.tsx';
import { SessionList } from './components/session-list.tsx';
import { SignInList } from './components/sign-in-list.tsx';
import { SsoPanel } from './components/sso-panel.tsx';
import './account.css';

export function AccountPage() {
  const { t } = useTranslation('account');
  const account = useMyAccount();
  const isFactorDue = useIsFactorDue();
  if (account.error !== null && account.data === undefined) {
    return <ErrorState error={account.error} onRetry={() => void account.refetch()} />;
  }
  return (
    <div className="account stack gap-16" aria-busy={account.isPending}>
      <h1 className="visually-hidden">{t('shell:user.account')}</h1>
      {isFactorDue && <FactorDue isOn={account.data?.second_factor.since != null} />}
      {!isFactorDue && <ProfilePanel />}
      {account.data !== undefined && (
        <FactorPanel
          factor={account.data.second_factor}
          onStored={() => setSecondFactorDue(false)}
        />
      )}
      {account.data !== undefined && !isFactorDue && (
        <>
          <SsoPanel hasFactor={account.data.second_factor.since !== null} />
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
  const send = useMyAccountChanges();
  const { run, isBusy, loading, error } = useAction({ showsError: true });
  const [ending, setEnding] = useState<string>();
  /** Ends one session, or all other sessions if no id is given. */
  const end = (session?: string) => {
    setEnding(session);
    const action = () =>
      session === undefined
        ? send('v2.my.sessions.end-others', {})
        : send('v2.my.sessions.end', { params: { session } });
    void run(action, t('account:session.ended'));
  };
  return (
    <section className="panel stack" aria-label={t('account:session.title')}>
      <h2>{t('account:session.title')}</h2>
      <SessionList
        sessions={sessions}
        busy={isBusy ? ending : undefined}
        onEnd={({ id }) => end(id)}
      />
      <ErrorAlert error={error} />
      {sessions.length > 1 && (
        <div className="account-actions row">
          <Button danger loading={ending === undefined && loading} onClick={() => end()}>
            {t('account:session.end-others')}
          </Button>
        </div>
      )}
    </section>
  );
}
