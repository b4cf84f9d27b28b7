/** Requires the password, and optionally a code, before a critical change to the user's account. */
import { Alert, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';

interface PasswordDialogProps {
  title: string;
  about: string;
  confirmLabel: string;
  isDanger?: boolean;
  /** Also requires a code of the second factor. */
  asksCode?: boolean;
  isBusy: boolean;
  error: unknown;
  onConfirm: (password: string, code: string) => void;
  onCancel: () => void;
}

export function PasswordDialog(props: PasswordDialogProps) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const id = useId();
  const isComplete = password !== '' && (props.asksCode !== true || code.trim() !== '');
  const confirm = () => props.onConfirm(password, code);
  return (
    <ConfirmDialog
      isOpen
      title={props.title}
      confirmLabel={props.confirmLabel}
      isDanger={props.isDanger === true}
      isBusy={props.isBusy}
      isBlocked={!isComplete}
      onConfirm={confirm}
      onCancel={props.onCancel}
    >
      <div className="account-form stack">
        <p>{props.about}</p>
        <label className="stack gap-4" htmlFor={id}>
          {t('account:password')}
          <Input.Password
            id={id}
            value={password}
            dir="ltr"
            maxLength={200}
            autoComplete="current-password"
            aria-required
            onChange={({ target }) => setPassword(target.value)}
            onPressEnter={() => isComplete && confirm()}
          />
        </label>
        {props.asksCode === true && (
          <>
            <label className="stack gap-4" htmlFor={`${id}-code`}>
              {t('account:code')}
              <Input
                id={`${id}-code`}
                value={code}
                dir="ltr"
                maxLength={40}
                autoComplete="one-time-code"
                aria-required
                aria-describedby={`${id}-hint`}
                onChange={({ target }) => setCode(target.value)}
                onPressEnter={() => isComplete && confirm()}
              />
            </label>
            <p id={`${id}-hint`}>{t('account:code-hint')}</p>
          </>
        )}
        {props.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(props.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
