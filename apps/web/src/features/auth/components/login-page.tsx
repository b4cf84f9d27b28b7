/** Sign-in as user or administrator (docs/specification/accounts.md 1). */
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../config/paths.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import { useCallMutation } from '../../../lib/calls/use-call.ts';
import { fetchAhead } from '../../../lib/fetch-ahead.ts';
import { startSession } from '../../../lib/session/session.ts';
import { keepTypedPassword, proposedName, proposeName } from '../typed-password.ts';
import { AuthAlert } from './auth-alert.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { PasswordField, TextField } from './fields.tsx';
import { CodeStep, ForgottenStep, WaitingStep } from './sign-in-steps/later-steps.tsx';

const MODES = ['user', 'admin'] as const;
type Mode = (typeof MODES)[number];

const challengeIn = (error: ApiError | null): string | undefined =>
  error?.reason === 'second-factor-required'
    ? (error.data as { challenge: string }).challenge
    : undefined;

/** `isAgain`: in front of a page that waits, so that no other page is offered. */
export function LoginPage({ isAgain = false }: { isAgain?: boolean }) {
  const { t, i18n } = useTranslation('auth');
  const { language } = i18n;
  useEffect(() => fetchAhead(language), [language]);
  useEffect(() => proposeName(''), []);
  const errorText = useErrorText();
  const login = useCallMutation('v2.login');
  const [mode, setMode] = useState<Mode>('user');
  const [account, setAccount] = useState(proposedName);
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);
  const [isAdminName, setAdminName] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [isForgotten, setForgotten] = useState(false);

  async function submit() {
    setTried(true);
    login.reset();
    const name = account.trim();
    // This name is refused in upper and lower case (docs/specification/accounts.md 1.3).
    const isRefused = name.toLowerCase() === 'admin';
    setAdminName(isRefused);
    if (isRefused || name === '' || password === '') return;
    keepTypedPassword(password);
    const answer = await login
      .mutateAsync({ body: { user_account: name, password, login_type: mode } })
      .catch((error: ApiError) => {
        setWaiting(error.reason === 'account-pending');
        return null;
      });
    if (answer === null) return;
    const { token, reset_pwd, second_factor_due, user_info } = answer.data;
    // The router detects the session and navigates to the requested page.
    startSession({
      token,
      resetPassword: reset_pwd,
      secondFactorDue: second_factor_due,
      user: user_info,
    });
  }

  function send(event: FormEvent) {
    event.preventDefault();
    void submit();
  }

  function restart() {
    setPassword('');
    setTried(false);
    setWaiting(false);
    setForgotten(false);
    login.reset();
  }

  const challenge = challengeIn(login.error);
  if (challenge !== undefined) {
    return (
      <AuthFrame title={t('auth:login.title')}>
        <Suspense>
          <CodeStep challenge={challenge} onBack={restart} />
        </Suspense>
      </AuthFrame>
    );
  }
  const step = (child: ReactNode) => (
    <Suspense fallback={<AuthFrame title={t('auth:login.title')}>{null}</AuthFrame>}>
      {child}
    </Suspense>
  );
  if (isForgotten) return step(<ForgottenStep account={account} onBack={restart} />);
  const waiting = { account: account.trim(), isBusy: login.isPending };
  if (isWaiting) return step(<WaitingStep {...waiting} onAgain={submit} onBack={restart} />);
  return (
    <AuthFrame title={t('auth:login.title')}>
      {isAdminName && <AuthAlert kind="warning">{t('errors:reason.admin-not-allowed')}</AuthAlert>}
      {login.error !== null && <AuthAlert kind="error">{errorText(login.error)}</AuthAlert>}
      <form className="stack gap-8" onSubmit={send} noValidate>
        <fieldset className="auth-modes halves gap-4">
          <legend className="visually-hidden">{t('auth:login.mode')}</legend>
          {MODES.map((key) => (
            <label key={key}>
              <input
                type="radio"
                name="mode"
                value={key}
                checked={mode === key}
                onChange={() => setMode(key)}
              />
              <span>{t(`auth:login.mode-${key}`)}</span>
            </label>
          ))}
        </fieldset>
        <TextField
          label={t('auth:login.account')}
          value={account}
          onChange={setAccount}
          error={isTried && account.trim() === '' ? t('auth:login.account-required') : undefined}
          autoComplete="username"
          isRequired
          hasFocus={account === ''}
          isLtr
        />
        <PasswordField
          label={t('auth:login.password')}
          value={password}
          onChange={setPassword}
          error={isTried && password === '' ? t('auth:login.password-required') : undefined}
          autoComplete="current-password"
          isRequired
          hasFocus={account !== ''}
        />
        <button type="submit" className="auth-submit" disabled={login.isPending}>
          {login.isPending ? t('auth:login.busy') : t('auth:login.submit')}
        </button>
      </form>
      <p className="auth-more">
        <button type="button" className="auth-link" onClick={() => setForgotten(true)}>
          {t('auth:login.forgotten')}
        </button>
      </p>
      <p className="auth-more">
        {/* Retains the page to open, which is in the address. */}
        <Link to={PATHS.sso} params={{ address: 'find' }} search>
          {t('auth:login.sso')}
        </Link>
      </p>
      {!isAgain && (
        <p className="auth-more">
          {t('auth:login.no-account')} <Link to={PATHS.register}>{t('auth:login.register')}</Link>
        </p>
      )}
    </AuthFrame>
  );
}
