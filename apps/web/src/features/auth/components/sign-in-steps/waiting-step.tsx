/** The right password of a registration that the operator has not activated yet. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthAlert } from '../auth-alert.tsx';
import { AuthFrame } from '../auth-frame.tsx';

interface WaitingStepProps {
  account: string;
  isBusy: boolean;
  /** Signs in again with the same name and password. */
  onAgain: () => Promise<void>;
  onBack: () => void;
}

export function WaitingStep({ account, isBusy, onAgain, onBack }: WaitingStepProps) {
  const { t } = useTranslation('sign-in-more');
  const [isStill, setStill] = useState(false);

  async function again() {
    setStill(false);
    await onAgain();
    setStill(true);
  }

  return (
    <AuthFrame title={t('sign-in-more:waiting.title')}>
      <AuthAlert kind="info">
        <p>{t('errors:reason.account-pending')}</p>
        <p>{t('sign-in-more:waiting.told', { account })}</p>
      </AuthAlert>
      <p>{t('sign-in-more:waiting.then')}</p>
      <div role="status">{isStill && <p>{t('sign-in-more:waiting.still')}</p>}</div>
      <div className="auth-actions">
        <button
          type="button"
          className="auth-submit"
          disabled={isBusy}
          onClick={() => void again()}
        >
          {t('sign-in-more:waiting.again')}
        </button>
        <button type="button" className="auth-plain" onClick={onBack}>
          {t('sign-in-more:waiting.back')}
        </button>
      </div>
    </AuthFrame>
  );
}
