import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useCallMutation } from '../../../lib/calls/use-call.ts';
import {
  EMPTY_TEXTS,
  type RegisterField,
  registerFields,
  type TextKey,
  textsToSend,
} from '../register-fields.ts';
import { useNameCheck } from '../use-name-check.ts';
import { usePlaceFields } from '../use-place-fields.ts';
import { AuthAlert } from './auth-alert.tsx';
import { SelectField, TextField } from './fields.tsx';
import { LeaveGuard } from './leave-guard.tsx';

interface RegisterFormProps {
  onRegistered: (done: { customerId: number; password: string; account: string }) => void;
}

export function RegisterForm({ onRegistered }: RegisterFormProps) {
  const { t } = useTranslation('register');
  const { language } = useLanguage();
  const errorText = useErrorText();
  const place = usePlaceFields();
  const nameCheck = useNameCheck();
  const register = useCallMutation('v2.register');
  const [texts, setTexts] = useState(EMPTY_TEXTS);
  const [isTried, setTried] = useState(false);
  const fields = registerFields(language);

  const set = (key: TextKey) => (value: string) => {
    register.reset();
    setTexts((old) => ({ ...old, [key]: value }));
  };
  const isDirty = Object.values(texts).some((text) => text !== '');
  const isMissing = (field: RegisterField) =>
    field.isRequired === true && texts[field.key].trim() === '';
  const problem = register.error === null ? undefined : errorText(register.error);
  const isTaken = nameCheck.isFree(texts.platform_account) === false;
  const refusedField =
    register.error?.field ??
    (register.error?.reason === 'account-taken' ? 'platform_account' : undefined);

  function refusalOf(field: RegisterField): string | undefined {
    if (isTried && isMissing(field)) return t(`register:${field.key}-required`);
    if (refusedField === field.key) return problem;
    const isTakenName = field.key === 'platform_account' && isTaken;
    return isTakenName ? t('errors:reason.account-taken') : undefined;
  }

  function hintOf({ key }: RegisterField): string | undefined {
    if (key === 'chinese_code' && language !== 'zh') return t('register:chinese_code-hint');
    if (key !== 'platform_account') return undefined;
    const isFree = nameCheck.isFree(texts.platform_account) === true;
    return t(isFree ? 'register:platform_account-free' : 'register:platform_account-hint');
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (fields.some(isMissing)) return;
    const sent = textsToSend(texts);
    const answer = await register
      .mutateAsync({
        body: {
          ...sent,
          use_https_flag: false,
          use_platform_api_flag: false,
          ...place.toSend(),
        },
      })
      .catch(() => null);
    if (answer === null) return;
    const { customer_id, initial_password } = answer.data;
    onRegistered({
      customerId: customer_id,
      password: initial_password,
      account: sent.platform_account,
    });
  }

  return (
    <form className="stack gap-8" onSubmit={(event) => void submit(event)} noValidate>
      <LeaveGuard isDirty={isDirty && !register.isSuccess} />
      {problem !== undefined && refusedField === undefined && (
        <AuthAlert kind="error">{problem}</AuthAlert>
      )}
      <div className="auth-columns">
        {fields.map((field, at) => (
          <div key={field.key} className={field.key === 'address' ? 'span-all' : undefined}>
            <TextField
              {...field}
              label={t(`register:${field.key}`)}
              value={texts[field.key]}
              onChange={set(field.key)}
              {...(field.key === 'platform_account' ? { onLeave: nameCheck.ask } : {})}
              hint={hintOf(field)}
              error={refusalOf(field)}
              hasFocus={at === 0}
            />
          </div>
        ))}
        {place.fields.map(({ key, ...field }) => (
          <SelectField key={key} label={t(`register:${key}`)} {...field} />
        ))}
      </div>
      <div className="auth-actions">
        <button type="submit" className="auth-submit" disabled={register.isPending}>
          {t('register:submit')}
        </button>
      </div>
    </form>
  );
}
