/**
 * Registers a customer on two pages (docs/specification/accounts.md 3; docs/decisions.md 3): the
 * form, then the initial password shown once with the activation. The sign-in that follows asks for
 * a password of one's own.
 */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../config/paths.ts';
import { AuthFrame } from './auth-frame.tsx';
import { RegisterForm } from './register-form.tsx';
import { type Registration, RegistrationDone } from './registration-done.tsx';

const STEPS = ['form', 'activation', 'own-password'] as const;

export function RegisterPage() {
  const { t } = useTranslation('register');
  const [registration, setRegistration] = useState<Registration>();
  const current = registration === undefined ? 'form' : 'activation';
  return (
    <AuthFrame title={t('register:title')} isWide>
      <ol className="auth-steps">
        {STEPS.map((name) => (
          <li key={name} {...(name === current ? { 'aria-current': 'step' as const } : {})}>
            {t(`register:step-${name}`)}
          </li>
        ))}
      </ol>
      {registration === undefined ? (
        <>
          <RegisterForm onRegistered={setRegistration} />
          <p className="auth-more">
            <Link to={PATHS.login}>{t('register:to-login')}</Link>
          </p>
        </>
      ) : (
        <RegistrationDone {...registration} />
      )}
    </AuthFrame>
  );
}
