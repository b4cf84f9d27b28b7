/** The sign-in address of an organisation: one button that leads to its provider. */
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../../config/paths.ts';
import { useErrorText } from '../../../../i18n/error-text.ts';
import { browserTab } from '../../../../lib/browser-tab.ts';
import { useCallMutation, useCallQuery } from '../../../../lib/calls/use-call.ts';
import { useSession } from '../../../../lib/session/use-session.ts';
import { forgetProvider, rememberProvider } from '../../known-provider.ts';
import { AuthAlert } from '../auth-alert.tsx';
import { AuthFrame } from '../auth-frame.tsx';

export function ProviderPage({ address }: { address: string }) {
  const { t } = useTranslation(['sign-in-more', 'auth']);
  const { redirect } = useSearch({ from: '/sso/$address' });
  const errorText = useErrorText();
  const provider = useCallQuery('v2.sso.provider', { params: { address } });
  const begin = useCallMutation('v2.sso.begin');
  const search = redirect === undefined ? {} : { redirect };
  const [isLeaving, setLeaving] = useState(false);
  const isSignedIn = useSession() !== null;
  const name = provider.data?.data.name;

  async function leave() {
    if (name === undefined) return;
    const body = { address, ...(redirect === undefined ? {} : { return_path: redirect }) };
    const answer = await begin.mutateAsync({ body }).catch(() => null);
    if (answer === null) return;
    rememberProvider({ address, name });
    setLeaving(true);
    browserTab.open(answer.data.url);
  }

  if (isSignedIn) return <Navigate replace to={PATHS.home} />;
  const error = provider.error ?? begin.error;
  return (
    <AuthFrame title={t('sign-in-more:sso.title')}>
      {error !== null && <AuthAlert kind="error">{errorText(error)}</AuthAlert>}
      {name !== undefined && (
        <button
          type="button"
          className="auth-submit"
          disabled={begin.isPending || isLeaving}
          onClick={() => void leave()}
        >
          {t('sign-in-more:sso.sign-in', { name })}
        </button>
      )}
      <p className="auth-more">
        <Link to={PATHS.sso} params={{ address: 'find' }} search={search} onClick={forgetProvider}>
          {t('sign-in-more:sso.other')}
        </Link>
      </p>
      <p className="auth-more">
        <Link to={PATHS.login} search={search}>
          {t('sign-in-more:sso.with-password')}
        </Link>
      </p>
    </AuthFrame>
  );
}
