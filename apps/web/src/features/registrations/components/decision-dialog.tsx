/**
 * Dialog to activate a customer, or reject it with a reason; both require the activation password.
 */
import { Alert, App, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type RegistrationRow, useRegistrationChanges } from '../api/use-registrations.ts';
import { dayOfExpiry, expiryOfDay } from '../expiry-day.ts';
import { ExpiryField } from './expiry-field.tsx';

interface DecisionDialogProps {
  row: RegistrationRow;
  what: 'activate' | 'reject';
  onDone: () => void;
}

const MOST_REASON = 500;

export function DecisionDialog({ row, what, onDone }: DecisionDialogProps) {
  const { t } = useTranslation('registrations');
  const { message } = App.useApp();
  const { zone } = useRequiredSession().user;
  const errorText = useErrorText();
  const { activate, reject, followed } = useRegistrationChanges();
  const id = useId();
  const [password, setPassword] = useState('');
  const [reason, setReason] = useState('');
  // The previous expiry day is in the past, so it is not preset.
  const [day, setDay] = useState(row.state === 'expired' ? '' : dayOfExpiry(row.expires_at, zone));
  const isReject = what === 'reject';
  const call = isReject ? reject : activate;
  const expires_at = expiryOfDay(day, zone);
  const finish = {
    onSuccess: () => {
      void message.success(t(isReject ? 'registrations:rejected' : 'registrations:activated'));
      onDone();
    },
    onSettled: () => void followed(),
  };
  const confirm = () => {
    const params = { id: String(row.id) };
    if (isReject) reject.mutate({ params, body: { input_pass: password, reason } }, finish);
    else if (expires_at !== undefined) {
      activate.mutate({ params, body: { input_pass: password, expires_at } }, finish);
    }
  };
  const name = row.english_code;
  return (
    <ConfirmDialog
      isOpen
      isDanger={isReject}
      title={t(isReject ? 'registrations:reject-of' : 'registrations:activate-of', { name })}
      confirmLabel={t(isReject ? 'registrations:reject' : 'registrations:activate')}
      isBusy={call.isPending}
      isBlocked={password === '' || (isReject ? reason.trim() === '' : expires_at === undefined)}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <div className="registration-form stack gap-16">
        <p>{t(isReject ? 'registrations:reject-body' : 'registrations:activate-body')}</p>
        {isReject ? (
          <label className="stack gap-4" htmlFor={`${id}-reason`}>
            {t('registrations:reason')}
            <Input.TextArea
              dir="auto"
              id={`${id}-reason`}
              value={reason}
              rows={3}
              maxLength={MOST_REASON}
              aria-required
              onChange={({ target }) => setReason(target.value)}
            />
          </label>
        ) : (
          <ExpiryField value={day} onChange={setDay} />
        )}
        <label className="stack gap-4" htmlFor={`${id}-password`}>
          {t('registrations:password')}
          <Input.Password
            id={`${id}-password`}
            dir="ltr"
            value={password}
            autoComplete="off"
            aria-required
            onChange={({ target }) => setPassword(target.value)}
          />
        </label>
        {call.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(call.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
