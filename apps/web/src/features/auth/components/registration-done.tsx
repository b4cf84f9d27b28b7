/** The initial password, which is shown once, and the sign-in once the account is activated. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../config/paths.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useCallMutation } from '../../../lib/calls/use-call.ts';
import { startSession } from '../../../lib/session/session.ts';
import { keepTypedPassword } from '../typed-password.ts';
import { ActivationForm } from './activation-form.tsx';
import { AuthAlert } from './auth-alert.tsx';
import { InitialPassword } from './initial-password.tsx';

export interface Registration {
  readonly customerId: number;
  readonly account: string;
  readonly password: string;
}

export function RegistrationDone({ customerId, account, password }: Registration) {
  const { t } = useTranslation(['register', 'auth']);
  const errorText = useErrorText();
  const navigate = useNavigate();
  const login = useCallMutation('v2.login');
  const [isStored, setStored] = useState(false);
  const [isActivated, setActivated] = useState(false);

  /** Leads to the change of the initial password, which is known there. */
  async function enter() {
    login.reset();
    const body = { user_account: account, password, login_type: 'user' as const };
    const answer = await login.mutateAsync({ body }).catch(() => null);
    if (answer === null) return;
    keepTypedPassword(password);
    const { token, reset_pwd, second_factor_due, user_info } = answer.data;
    startSession({
      token,
      resetPassword: reset_pwd,
      secondFactorDue: second_factor_due,
      user: user_info,
    });
    await navigate({ to: PATHS.home, replace: true });
  }

  const isPending = login.error?.reason === 'account-pending';
  return (
    <div className="stack">
      <AuthAlert kind="success">
        {t(isActivated ? 'auth:activated' : 'register:succeeded')}
      </AuthAlert>
      <InitialPassword
        account={account}
        password={password}
        isStored={isStored}
        onStored={setStored}
      />
      {!isActivated && <p>{t('register:close-page')}</p>}
      <div className="auth-actions">
        <button
          type="button"
          className="auth-submit"
          disabled={!isStored || login.isPending}
          onClick={() => void enter()}
        >
          {t('auth:login.submit')}
        </button>
      </div>
      <div role="status">
        {login.error !== null && (
          <AuthAlert kind={isPending ? 'info' : 'error'}>{errorText(login.error)}</AuthAlert>
        )}
      </div>
      {!isActivated && (
        <details className="stack">
          <summary>{t('register:for-operator')}</summary>
          <ActivationForm
            customerId={customerId}
            onActivated={() => {
              login.reset();
              setActivated(true);
            }}
          />
        </details>
      )}
    </div>
  );
}
