import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { FormText } from '../../../components/forms/form-text.tsx';
import { pairsOf } from '../../../components/frames/hex-pairs.ts';
import { ErrorAlert } from '../../../components/states/error-alert.tsx';
import type { ApiError } from '../../../lib/calls/api-error.ts';

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
      <div className="stack">
        <p>{t('console:confirm.body', { effect, device: props.device })}</p>
        {props.effect !== 'write' && <p>{t('console:confirm.switches')}</p>}
        <Field label={t('console:confirm.frame')}>
          <span className="code ltr breakable">
            {pairsOf(props.sendCode.replace(/[^0-9a-f]/gi, '')).join(' ')}
          </span>
        </Field>
        {asksPassword && (
          <FormText
            label={t('console:password')}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
        )}
        <ErrorAlert error={props.error} />
      </div>
    </ConfirmDialog>
  );
}
