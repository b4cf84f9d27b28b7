import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../lib/copy-text.ts';
import { AuthAlert } from './auth-alert.tsx';

interface InitialPasswordProps {
  account: string;
  password: string;
  onStored: () => void;
}

/** The generated password, shown once; the user must confirm storing it to continue. */
export function InitialPassword({ account, password, onStored }: InitialPasswordProps) {
  const { t } = useTranslation('register');
  const [isCopied, setCopied] = useState(false);
  const [isStored, setStored] = useState(false);
  return (
    <>
      <AuthAlert kind="success">{t('register:succeeded')}</AuthAlert>
      <p>{t('register:initial-password', { account })}</p>
      <div className="auth-secret line spread gap-12">
        <code>{password}</code>
        <button
          type="button"
          className="auth-plain"
          onClick={() => void copyText(password).then(setCopied)}
        >
          {isCopied ? t('common:copied') : t('common:copy')}
        </button>
      </div>
      <label className="auth-check line gap-12">
        <input
          type="checkbox"
          checked={isStored}
          onChange={({ target }) => setStored(target.checked)}
        />
        {t('register:stored')}
      </label>
      <div className="auth-actions">
        <button type="button" className="auth-submit" disabled={!isStored} onClick={onStored}>
          {t('register:next')}
        </button>
      </div>
    </>
  );
}
