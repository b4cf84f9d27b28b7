/** Second step of the sign-in: a code of the authenticator app or a recovery code. */
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../../i18n/error-text.ts';
import { useCallMutation } from '../../../../lib/calls/use-call.ts';
import { startSession } from '../../../../lib/session/session.ts';
import { AuthAlert } from '../auth-alert.tsx';
import { TextField } from '../fields.tsx';

interface CodeStepProps {
  challenge: string;
  /** Restarts the sign-in. */
  onBack: () => void;
  /** Called after the session has begun. */
  onDone?: () => void;
}

export function CodeStep({ challenge, onBack, onDone }: CodeStepProps) {
  const { t } = useTranslation('sign-in-more');
  const errorText = useErrorText();
  const finish = useCallMutation('v2.login.code');
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    finish.reset();
    if (code.trim() === '') return;
    const answer = await finish.mutateAsync({ body: { challenge, code } }).catch(() => null);
    if (answer === null) return;
    const { token, reset_pwd, second_factor_due, user_info } = answer.data;
    startSession({
      token,
      resetPassword: reset_pwd,
      secondFactorDue: second_factor_due,
      user: user_info,
    });
    onDone?.();
  }

  return (
    <>
      <p>{t('sign-in-more:code.lead')}</p>
      {finish.error !== null && <AuthAlert kind="error">{errorText(finish.error)}</AuthAlert>}
      <form className="stack gap-8" onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t('sign-in-more:code.field')}
          value={code}
          onChange={setCode}
          error={isTried && code.trim() === '' ? t('sign-in-more:code.required') : undefined}
          hint={t('sign-in-more:code.hint')}
          maxLength={40}
          autoComplete="one-time-code"
          isRequired
          hasFocus
          isLtr
        />
        <div className="auth-actions">
          <button type="submit" className="auth-submit" disabled={finish.isPending}>
            {t('sign-in-more:code.submit')}
          </button>
          <button type="button" className="auth-plain" onClick={onBack}>
            {t('sign-in-more:code.back')}
          </button>
        </div>
      </form>
    </>
  );
}
