/** The sign-in address of an organisation: one button that leads to its provider. */
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../../config/paths.ts';
import { useErrorText } from '../../../../i18n/error-text.ts';
import { useCallMutation, useCallQuery } from '../../../../lib/calls/use-call.ts';
import { openPage } from '../../../../lib/open-page.ts';
import { rememberProvider } from '../../known-provider.ts';
import { AuthAlert } from '../auth-alert.tsx';
import { AuthFrame } from '../auth-frame.tsx';

export function ProviderPage() {
  const { t } = useTranslation(['sign-in-more', 'auth']);
  const { address } = useParams({ from: '/sso/$address' });
  const { redirect } = useSearch({ from: '/sso/$address' });
  const errorText = useErrorText();
  const provider = useCallQuery('v2.sso.provider', { params: { address } });
  const begin = useCallMutation('v2.sso.begin');
  const [isLeaving, setLeaving] = useState(false);
  const name = provider.data?.data.name;

  async function leave() {
    if (name === undefined) return;
    const body = { address, ...(redirect === undefined ? {} : { return_path: redirect }) };
    const answer = await begin.mutateAsync({ body }).catch(() => null);
    if (answer === null) return;
    rememberProvider({ address, name });
    setLeaving(true);
    openPage(answer.data.url);
  }

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
        <Link to={PATHS.login} search={redirect === undefined ? {} : { redirect }}>
          {t('sign-in-more:sso.with-password')}
        </Link>
      </p>
    </AuthFrame>
  );
}
