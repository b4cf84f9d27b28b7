/** Confirmation before an action that affects a user's access. */

import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { type UserRow, useUserChanges } from '../api/use-users.ts';
import type { GeneratedPassword } from '../made-password.ts';

export const STEPS = [
  'disable',
  'enable',
  'unlock',
  'reset',
  'sign-out',
  'remove-factor',
  'unlink-provider',
] as const;
export type UserStep = (typeof STEPS)[number];

export const GRAVE: readonly UserStep[] = ['disable', 'reset', 'remove-factor', 'unlink-provider'];

interface StepDialogProps {
  user: UserRow;
  /** Number of active API keys that the user has created, for the step `disable`; defaults to 0. */
  apiKeys?: number;
  step: UserStep;
  onClose: () => void;
  onPassword: (password: GeneratedPassword) => void;
}

export function StepDialog({ user, apiKeys = 0, step, onClose, onPassword }: StepDialogProps) {
  const { t } = useTranslation('users');
  const send = useUserChanges();
  const form = useFormState({ reason: '' });
  const reason = form.values.reason.trim();
  const needsReason = step === 'remove-factor';
  const params = { id: String(user.id) };
  /** Returns the new password, if there is one. */
  const carryOut = async () => {
    if (step === 'reset') {
      return (await send('v2.users.reset-password', { params, body: {} })).data.initial_password;
    }
    if (step === 'remove-factor') {
      await send('v2.users.remove-second-factor', { params, body: { reason } });
    } else await send(`v2.users.${step}`, { params });
    return undefined;
  };
  return (
    <FormDialog
      form={form}
      isDanger={GRAVE.includes(step)}
      title={t(`users:step.${step}`)}
      saveLabel={t(`users:step.${step}`)}
      {...(step !== 'reset' && { done: t(`users:done.${step}`) })}
      isBlocked={needsReason && reason === ''}
      onSave={carryOut}
      onSaved={(password) =>
        password === undefined ? onClose() : onPassword({ name: user.name, password, mail: null })
      }
      onClose={onClose}
    >
      <p>
        <bdi>
          <strong>{user.name}</strong>
        </bdi>
      </p>
      <p>{t(`users:ask.${step}`)}</p>
      {step === 'disable' && apiKeys > 0 && (
        <p>
          {user.sign_in === 'provider'
            ? t('users:keys-end')
            : t('users:keys-remain', { count: apiKeys })}
        </p>
      )}
      {needsReason && (
        <FormText label={t('users:reason')} isRequired maxLength={200} {...form.field('reason')} />
      )}
    </FormDialog>
  );
}
