/**
 * Registers a customer in three steps (docs/specification/accounts.md 3; docs/decisions.md 3): the
 * form, the initial password shown once, activation by an administrator.
 */
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../config/paths.ts';
import { leaveNotice } from '../../../lib/notice.ts';
import { ActivationForm } from './activation-form.tsx';
import { AuthAlert } from './auth-alert.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { InitialPassword } from './initial-password.tsx';
import { RegisterForm } from './register-form.tsx';

type Step =
  | { at: 'form' }
  | { at: 'password'; customerId: number; password: string; account: string }
  | { at: 'activation'; customerId: number };

const STEPS = ['form', 'password', 'activation'] as const;

export function RegisterPage() {
  const { t } = useTranslation('register');
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>({ at: 'form' });
  return (
    <AuthFrame title={t('register:title')} isWide>
      <ol className="auth-steps">
        {STEPS.map((name) => (
          <li key={name} {...(name === step.at ? { 'aria-current': 'step' as const } : {})}>
            {t(`register:step-${name}`)}
          </li>
        ))}
      </ol>
      {step.at === 'form' && (
        <RegisterForm onRegistered={(done) => setStep({ at: 'password', ...done })} />
      )}
      {step.at === 'password' && (
        <InitialPassword
          account={step.account}
          password={step.password}
          onStored={() => setStep({ at: 'activation', customerId: step.customerId })}
        />
      )}
      {step.at === 'activation' && (
        <>
          <AuthAlert kind="success">
            <p>{t('register:succeeded')}</p>
            <p>{t('register:close-page')}</p>
          </AuthAlert>
          <h2>{t('register:for-operator')}</h2>
          <ActivationForm
            customerId={step.customerId}
            onActivated={() => {
              leaveNotice({ kind: 'success', key: 'auth:activated' });
              void navigate({ to: PATHS.login });
            }}
          />
        </>
      )}
      {step.at !== 'password' && (
        <p className="auth-more">
          <Link to={PATHS.login}>{t('register:to-login')}</Link>
        </p>
      )}
    </AuthFrame>
  );
}
