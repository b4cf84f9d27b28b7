/** Asks for the password again before something grave is done to the own account. */
import { Alert, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';

interface PasswordDialogProps {
  title: string;
  about: string;
  confirmLabel: string;
  isDanger?: boolean;
  isBusy: boolean;
  error: unknown;
  onConfirm: (password: string) => void;
  onCancel: () => void;
}

export function PasswordDialog(props: PasswordDialogProps) {
  const { t } = useTranslation('account');
  const errorText = useErrorText();
  const [password, setPassword] = useState('');
  const id = useId();
  return (
    <ConfirmDialog
      isOpen
      title={props.title}
      confirmLabel={props.confirmLabel}
      isDanger={props.isDanger === true}
      isBusy={props.isBusy}
      isBlocked={password === ''}
      onConfirm={() => props.onConfirm(password)}
      onCancel={props.onCancel}
    >
      <div className="account-form">
        <p>{props.about}</p>
        <label htmlFor={id}>
          {t('account:password')}
          <Input.Password
            id={id}
            value={password}
            dir="ltr"
            maxLength={200}
            autoComplete="current-password"
            aria-required
            onChange={({ target }) => setPassword(target.value)}
            onPressEnter={() => password !== '' && props.onConfirm(password)}
          />
        </label>
        {props.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(props.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
