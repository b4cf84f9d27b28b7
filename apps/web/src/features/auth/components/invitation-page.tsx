/** The link of an invitation, or of a forgotten password, leads here to choose a password. */
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../config/paths.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useCallMutation } from '../../../lib/calls/use-call.ts';
import { proposeName } from '../typed-password.ts';
import { AuthAlert } from './auth-alert.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { PasswordField } from './fields.tsx';
import { StrengthBar } from './strength-bar.tsx';

export function InvitationPage() {
  const { t } = useTranslation(['sign-in-more', 'auth']);
  const errorText = useErrorText();
  const accept = useCallMutation('v2.invitation.accept');
  // Read once, because the token may be removed from the URL while the page is open.
  const [token] = useState(() => window.location.hash.slice(1));
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    accept.reset();
    if (password === '') return;
    const answer = await accept.mutateAsync({ body: { token, password } }).catch(() => null);
    if (answer !== null) proposeName(answer.data.user_name);
  }

  const name = accept.data?.data.user_name;
  return (
    <AuthFrame
      title={t('sign-in-more:invitation.title')}
      {...(name === undefined ? { lead: t('sign-in-more:invitation.lead') } : {})}
    >
      {accept.error !== null && <AuthAlert kind="error">{errorText(accept.error)}</AuthAlert>}
      {name === undefined ? (
        <form className="stack gap-8" onSubmit={(event) => void submit(event)} noValidate>
          <PasswordField
            label={t('auth:password.new')}
            value={password}
            onChange={setPassword}
            error={isTried && password === '' ? t('auth:password.required') : undefined}
            hint={t('auth:password.rule')}
            autoComplete="new-password"
            isRequired
            hasFocus
            below={<StrengthBar password={password} />}
          />
          <button type="submit" className="auth-submit" disabled={accept.isPending}>
            {t('sign-in-more:invitation.submit')}
          </button>
        </form>
      ) : (
        <>
          <AuthAlert kind="success">{t('sign-in-more:invitation.done', { name })}</AuthAlert>
          <p className="auth-more">
            <Link to={PATHS.login}>{t('auth:login.title')}</Link>
          </p>
        </>
      )}
    </AuthFrame>
  );
}
