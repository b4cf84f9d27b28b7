/** Password change (docs/specification/accounts.md 5); required for an initial password. */
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../config/paths.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { call } from '../../../lib/calls/api-client.ts';
import { useCallMutation } from '../../../lib/calls/use-call.ts';
import { leaveNotice } from '../../../lib/notice.ts';
import { endSession, startSession } from '../../../lib/session/session.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { dropTypedPassword, proposeName, typedPassword } from '../typed-password.ts';
import { AuthAlert } from './auth-alert.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { PasswordField } from './fields.tsx';
import { StrengthBar } from './strength-bar.tsx';

/** The field that a refusal refers to. */
const FIELD_OF: Readonly<Record<string, 'old' | 'next'>> = {
  'old-password-wrong': 'old',
  'password-too-weak': 'next',
  'password-unchanged': 'next',
};

export function ModifyPasswordPage() {
  const { t } = useTranslation('auth');
  const errorText = useErrorText();
  const session = useRequiredSession();
  const change = useCallMutation('v1.sys.user.modifyPwd');
  const navigate = useNavigate();
  // The sign-in that led here proves it; an ordinary change asks for it again.
  const [isOldKnown] = useState(() => session.resetPassword && typedPassword() !== '');
  const [old, setOld] = useState(() => (isOldKnown ? typedPassword() : ''));
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const [isTried, setTried] = useState(false);

  const refusedField = FIELD_OF[change.error?.reason ?? ''];
  const refusal = change.error === null ? undefined : errorText(change.error);
  const required = (value: string) =>
    isTried && value === '' ? t('auth:password.required') : undefined;

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    change.reset();
    if (old === '' || next === '' || next !== again) return;
    const answer = await change
      .mutateAsync({ body: { id: session.user.user_id, oldPassword: old, password: next } })
      .catch(() => null);
    if (answer === null) return;
    dropTypedPassword();
    // The server has ended every session of this user, including this one.
    if (session.resetPassword && (await signInAgain())) return;
    proposeName(session.user.user_name);
    leaveNotice({ kind: 'success', key: 'auth:password.changed' });
    endSession('password-changed');
  }

  /** Returns false if the sign-in needs more than the password, for example a code. */
  async function signInAgain(): Promise<boolean> {
    const body = { user_account: session.user.user_name, password: next };
    const answer = await call('v2.login', { body }).catch(() => null);
    if (answer === null) return false;
    const { token, reset_pwd, second_factor_due, user_info } = answer.data;
    leaveNotice({ kind: 'success', key: 'auth:password.changed-in' });
    startSession({
      token,
      resetPassword: reset_pwd,
      secondFactorDue: second_factor_due,
      user: user_info,
    });
    await navigate({ to: PATHS.home, replace: true });
    return true;
  }

  function leave() {
    dropTypedPassword();
    void call('v2.logout')
      .catch(() => undefined)
      .finally(() => endSession('signed-out'));
  }

  return (
    <AuthFrame
      title={t('auth:password.title')}
      {...(session.resetPassword ? { lead: t('auth:password.forced') } : {})}
    >
      {refusal !== undefined && refusedField === undefined && (
        <AuthAlert kind="error">{refusal}</AuthAlert>
      )}
      {isTried && next !== '' && again !== '' && next !== again && (
        <AuthAlert kind="warning">{t('auth:password.mismatch')}</AuthAlert>
      )}
      <form className="stack gap-8" onSubmit={(event) => void submit(event)} noValidate>
        {/* Password managers need the account of this password. */}
        <input type="text" autoComplete="username" value={session.user.user_name} readOnly hidden />
        <PasswordField
          label={t('auth:password.old')}
          value={old}
          onChange={setOld}
          error={required(old) ?? (refusedField === 'old' ? refusal : undefined)}
          hint={isOldKnown ? t('auth:password.old-known') : undefined}
          autoComplete="current-password"
          isRequired
          hasFocus={!isOldKnown}
        />
        <PasswordField
          label={t('auth:password.new')}
          value={next}
          onChange={setNext}
          error={required(next) ?? (refusedField === 'next' ? refusal : undefined)}
          hint={t('auth:password.rule')}
          autoComplete="new-password"
          isRequired
          hasFocus={isOldKnown}
          below={<StrengthBar password={next} />}
        />
        <PasswordField
          label={t('auth:password.again')}
          value={again}
          onChange={setAgain}
          error={
            required(again) ?? (isTried && next !== again ? t('auth:password.mismatch') : undefined)
          }
          autoComplete="new-password"
          isRequired
        />
        <div className="auth-actions">
          <button type="submit" className="auth-submit" disabled={change.isPending}>
            {t('auth:password.submit')}
          </button>
          {session.resetPassword ? (
            <button type="button" className="auth-plain" onClick={leave}>
              {t('auth:password.sign-out')}
            </button>
          ) : (
            <Link to={PATHS.home}>{t('auth:password.back')}</Link>
          )}
        </div>
      </form>
    </AuthFrame>
  );
}
