/**
 * Activation of a pending customer with the administrator activation password
 * (docs/specification/accounts.md 4). Used by the registration flow and by `/register/audit`.
 */
import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../config/paths.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';
import { AuthAlert } from './auth-alert.tsx';
import { PasswordField, SelectField } from './fields.tsx';

interface ActivationFormProps {
  /** The customer that was just registered, preselected. */
  customerId?: number;
  onActivated: () => void;
  /** A visitor sees only registrations made in this browser. */
  isVisitor?: boolean;
}

export function ActivationForm({
  customerId,
  onActivated,
  isVisitor = false,
}: ActivationFormProps) {
  const { t } = useTranslation(['register', 'auth']);
  const errorText = useErrorText();
  const customers = useCallQuery('v2.customers', {});
  const audit = useCallMutation('v2.audit');
  const [chosen, setChosen] = useState('');
  const [password, setPassword] = useState('');
  const [isTried, setTried] = useState(false);

  const pending = customers.data?.data ?? null;
  const isNonePending = customers.isSuccess && (pending === null || pending.length === 0);
  const first = pending?.find(({ id }) => id === customerId) ?? pending?.[0];
  const firstId = first === undefined ? '' : String(first.id);
  useEffect(() => setChosen(firstId), [firstId]);

  const isPasswordWrong = audit.error?.reason === 'activation-password-wrong';
  const problem = audit.error === null ? undefined : errorText(audit.error);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    audit.reset();
    if (chosen === '' || password === '') return;
    const answer = await audit
      .mutateAsync({
        body: { audit_flag: true, customer_id: Number(chosen), input_pass: password },
      })
      .catch(() => null);
    if (answer === null) return;
    setPassword('');
    setTried(false);
    void customers.refetch();
    onActivated();
  }

  if (isNonePending) {
    return (
      <AuthAlert kind="info">
        <p>{t(isVisitor ? 'register:audit.none-in-browser' : 'register:audit.none')}</p>
        {isVisitor && (
          <p>
            {t('register:audit.none-here')}{' '}
            <Link to={PATHS.login}>{t('register:audit.to-sign-in')}</Link>
          </p>
        )}
      </AuthAlert>
    );
  }
  return (
    <form className="stack gap-8" onSubmit={(event) => void submit(event)} noValidate>
      {customers.error !== null && (
        <AuthAlert kind="error">
          {errorText(customers.error)}{' '}
          <button type="button" className="auth-plain" onClick={() => void customers.refetch()}>
            {t('common:error.retry')}
          </button>
        </AuthAlert>
      )}
      {isTried && chosen === '' && customers.isSuccess && (
        <AuthAlert kind="warning">{t('register:audit.none')}</AuthAlert>
      )}
      {problem !== undefined && !isPasswordWrong && <AuthAlert kind="error">{problem}</AuthAlert>}
      <SelectField
        label={t('register:audit.customer')}
        value={chosen}
        onChange={setChosen}
        options={(pending ?? []).map(({ id, chinese_code, user_account }) => ({
          value: String(id),
          label: `${chinese_code} (${user_account})`,
        }))}
        isRequired
      />
      <PasswordField
        label={t('register:audit.password')}
        value={password}
        onChange={setPassword}
        error={
          isTried && password === ''
            ? t('auth:password.required')
            : isPasswordWrong
              ? problem
              : undefined
        }
        hint={t('register:audit.password-hint')}
        isRequired
      />
      <div className="auth-actions">
        <button
          type="submit"
          className="auth-submit"
          disabled={audit.isPending || customers.isPending}
        >
          {t('register:audit.submit')}
        </button>
      </div>
    </form>
  );
}
