import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../lib/copy-text.ts';

interface InitialPasswordProps {
  account: string;
  password: string;
  isStored: boolean;
  onStored: (isStored: boolean) => void;
}

/** The generated password, and whether the user has stored it. */
export function InitialPassword({ account, password, isStored, onStored }: InitialPasswordProps) {
  const { t } = useTranslation('register');
  const [isCopied, setCopied] = useState(false);
  return (
    <>
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
          onChange={({ target }) => onStored(target.checked)}
        />
        {t('register:stored')}
      </label>
    </>
  );
}
