/** A forgotten password: a link by mail, or whom to ask if the platform sends no mail. */
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../../config/paths.ts';
import { useErrorText } from '../../../../i18n/error-text.ts';
import { useCallMutation } from '../../../../lib/calls/use-call.ts';
import { AuthAlert } from '../auth-alert.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { TextField } from '../fields.tsx';

interface ForgottenStepProps {
  account: string;
  onBack: () => void;
}

export function ForgottenStep({ account: typed, onBack }: ForgottenStepProps) {
  const { t, i18n } = useTranslation('sign-in-more');
  const errorText = useErrorText();
  const request = useCallMutation('v2.password.forgotten');
  const [account, setAccount] = useState(typed);
  const [isTried, setTried] = useState(false);
  const isMissing = account.trim() === '';
  const hasNoMail = request.error?.reason === 'mail-not-available';

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (isMissing) return;
    const body = { user_account: account.trim(), language: i18n.language };
    await request.mutateAsync({ body }).catch(() => null);
  }

  const back = (
    <button type="button" className="auth-plain" onClick={onBack}>
      {t('sign-in-more:forgotten.back')}
    </button>
  );
  if (request.isSuccess || hasNoMail) {
    return (
      <AuthFrame title={t('sign-in-more:forgotten.title')}>
        <AuthAlert kind="info">
          {request.isSuccess && <p>{t('sign-in-more:forgotten.sent')}</p>}
          {hasNoMail && <p>{t('sign-in-more:forgotten.no-mail')}</p>}
          <p>{t('sign-in-more:forgotten.ask')}</p>
          <p>{t('sign-in-more:forgotten.link')}</p>
          <p className="auth-share ltr">
            <a href={linkFor(account)}>{linkFor(account)}</a>
          </p>
        </AuthAlert>
        <div className="auth-actions">{back}</div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('sign-in-more:forgotten.title')} lead={t('sign-in-more:forgotten.lead')}>
      {request.error !== null && <AuthAlert kind="error">{errorText(request.error)}</AuthAlert>}
      <form className="stack gap-8" onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t('auth:login.account')}
          value={account}
          onChange={setAccount}
          error={isTried && isMissing ? t('auth:login.account-required') : undefined}
          autoComplete="username"
          isRequired
          hasFocus
          isLtr
        />
        <div className="auth-actions">
          <button type="submit" className="auth-submit" disabled={request.isPending}>
            {t('sign-in-more:forgotten.submit')}
          </button>
          {back}
        </div>
      </form>
    </AuthFrame>
  );
}

/** The page where an administrator sets a new password for the user. */
function linkFor(account: string): string {
  const link = new URL(PATHS.users, location.origin);
  link.searchParams.set('password', account.trim());
  return link.href;
}
