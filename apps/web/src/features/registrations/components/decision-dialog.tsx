/** Dialog to activate a customer, or reject it with a reason; needs the activation password. */

import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { FormDay } from '../../../components/forms/form-moment.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormLines, FormText } from '../../../components/forms/form-text.tsx';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type RegistrationRow, useRegistrationChanges } from '../api/use-registrations.ts';
import { dayOfExpiry, expiryOfDay } from '../expiry-day.ts';

interface DecisionDialogProps {
  row: RegistrationRow;
  what: 'activate' | 'reject';
  onClose: () => void;
}

export function DecisionDialog({ row, what, onClose }: DecisionDialogProps) {
  const { t } = useTranslation('registrations');
  const { zone } = useRequiredSession().user;
  const send = useRegistrationChanges();
  const form = useFormState(() => ({
    password: '',
    reason: '',
    // The previous expiry day is in the past, so it is not preset.
    day: row.state === 'expired' ? '' : dayOfExpiry(row.expires_at, zone),
  }));
  const { password, reason, day } = form.values;
  const isReject = what === 'reject';
  const expires_at = expiryOfDay(day, zone);
  const name = row.english_code;
  const save = () => {
    const params = { id: String(row.id) };
    return isReject
      ? send('v2.registrations.reject', { params, body: { input_pass: password, reason } })
      : send('v2.registrations.activate', {
          params,
          body: { input_pass: password, expires_at: expires_at ?? null },
        });
  };
  return (
    <FormDialog<unknown>
      form={form}
      isDanger={isReject}
      title={t(isReject ? 'registrations:reject-of' : 'registrations:activate-of', { name })}
      saveLabel={t(isReject ? 'registrations:reject' : 'registrations:activate')}
      done={t(isReject ? 'registrations:rejected' : 'registrations:activated')}
      isBlocked={password === '' || (isReject ? reason.trim() === '' : expires_at === undefined)}
      onSave={save}
      onClose={onClose}
    >
      <p>{t(isReject ? 'registrations:reject-body' : 'registrations:activate-body')}</p>
      {isReject ? (
        <FormLines
          label={t('registrations:reason')}
          isRequired
          maxLength={500}
          {...form.field('reason')}
        />
      ) : (
        <FormDay
          label={t('registrations:last-day')}
          help={t('registrations:last-day-about')}
          isClearable
          {...form.field('day')}
        />
      )}
      <FormText
        label={t('registrations:password')}
        type="password"
        autoComplete="off"
        isRequired
        {...form.field('password')}
      />
    </FormDialog>
  );
}
