/**
 * Leads to the sign-in address of an organisation: the one that this browser has used, otherwise the
 * user enters it, whole or its last part.
 */
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../../config/paths.ts';
import { knownProvider } from '../../known-provider.ts';
import { signInCodeOf } from '../../sign-in-code.ts';
import { AuthFrame } from '../auth-frame.tsx';
import { TextField } from '../fields.tsx';

export function FindProviderPage() {
  const { t } = useTranslation(['sign-in-more', 'auth']);
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const search = useSearch({ from: '/sso/$address' });
  const address = signInCodeOf(typed);
  const [known] = useState(knownProvider);

  if (known !== null) {
    const params = { address: known.address };
    return <Navigate replace to={PATHS.sso} params={params} search={search} />;
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (address !== undefined) void navigate({ to: PATHS.sso, params: { address }, search });
  }

  return (
    <AuthFrame title={t('sign-in-more:sso.title')} lead={t('sign-in-more:sso.lead')}>
      <form className="stack gap-8" onSubmit={submit} noValidate>
        <TextField
          label={t('sign-in-more:sso.address')}
          value={typed}
          onChange={setTyped}
          error={isTried && address === undefined ? t('sign-in-more:sso.address-wrong') : undefined}
          maxLength={500}
          autoComplete="off"
          isRequired
          hasFocus
          isLtr
        />
        <button type="submit" className="auth-submit">
          {t('sign-in-more:sso.next')}
        </button>
      </form>
      <p className="auth-more">
        <Link to={PATHS.login}>{t('sign-in-more:sso.with-password')}</Link>
      </p>
    </AuthFrame>
  );
}
