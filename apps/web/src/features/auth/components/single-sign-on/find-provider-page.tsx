/** Leads to the sign-in address of an organisation, which the user enters whole or its last part. */
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../../config/paths.ts';
import { signInCodeOf } from '../../sign-in-code.ts';
import { AuthFrame } from '../auth-frame.tsx';
import { TextField } from '../fields.tsx';

export function FindProviderPage() {
  const { t } = useTranslation(['sign-in-more', 'auth']);
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const address = signInCodeOf(typed);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (address !== undefined) void navigate({ to: PATHS.ssoProvider, params: { address } });
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
