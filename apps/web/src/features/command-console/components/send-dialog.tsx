/** Confirmation before a frame that writes or switches: its effect, the device and the bytes. */
import { Alert, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import type { ApiError } from '../../../lib/calls/api-error.ts';
import { pairsOf } from '../hex-pairs.ts';

interface SendDialogProps {
  readonly effect: string;
  readonly device: string;
  readonly sendCode: string;
  /** Reason why the last attempt was refused. */
  readonly error: ApiError | null;
  readonly isSending: boolean;
  readonly onSend: (password: string | undefined) => void;
  readonly onCancel: () => void;
}

/** Refusals that are resolved by the user's password. */
const STEP_UP = ['step-up-required', 'group-share-exceeded', 'bad-credentials'];

export function SendDialog(props: SendDialogProps) {
  const { t } = useTranslation('console');
  const errorText = useErrorText();
  const id = useId();
  const [password, setPassword] = useState('');
  const asksPassword = STEP_UP.includes(props.error?.reason ?? '');
  const effect = t(`console:effect.${props.effect}`);
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={t('console:confirm.title')}
      confirmLabel={t('console:confirm.send')}
      isBusy={props.isSending}
      isBlocked={asksPassword && password === ''}
      onConfirm={() => props.onSend(password === '' ? undefined : password)}
      onCancel={props.onCancel}
    >
      <div className="console-confirm stack">
        <p>{t('console:confirm.body', { effect, device: props.device })}</p>
        {props.effect !== 'write' && <p>{t('console:confirm.switches')}</p>}
        <div className="console-field stack gap-4">
          <span>{t('console:confirm.frame')}</span>
          <span className="code ltr breakable">
            {pairsOf(props.sendCode.replace(/[^0-9a-f]/gi, '')).join(' ')}
          </span>
        </div>
        {asksPassword && (
          <div className="console-field stack gap-4">
            <label htmlFor={`${id}-password`}>{t('console:password')}</label>
            <Input.Password
              id={`${id}-password`}
              dir="ltr"
              autoComplete="current-password"
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          </div>
        )}
        {props.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(props.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
