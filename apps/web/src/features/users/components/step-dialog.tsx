/** Confirmation before an action that affects a user's access. */
import { Alert, App, Input } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { type UserRow, useUserChanges } from '../api/use-users.ts';
import type { MadePassword } from '../made-password.ts';

export const STEPS = ['disable', 'enable', 'unlock', 'reset', 'sign-out', 'remove-factor'] as const;
export type UserStep = (typeof STEPS)[number];

export const GRAVE: readonly UserStep[] = ['disable', 'reset', 'remove-factor'];

interface StepDialogProps {
  user: UserRow;
  step: UserStep;
  onDone: () => void;
  onPassword: (made: MadePassword) => void;
}

export function StepDialog({ user, step, onDone, onPassword }: StepDialogProps) {
  const { t } = useTranslation('users');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const changes = useUserChanges();
  const [reason, setReason] = useState('');
  const id = useId();
  const needsReason = step === 'remove-factor';
  const { isPending, error } = changes[step];
  const params = { id: String(user.id) };
  const done = () => {
    void message.success(t(`users:done.${step}`));
    onDone();
  };
  const onSettled = () => void changes.followed();
  const carryOut = () => {
    if (step === 'reset') {
      changes.reset.mutate(
        { params, body: {} },
        {
          onSuccess: ({ data }) =>
            onPassword({ name: user.name, password: data.initial_password, mail: null }),
          onSettled,
        },
      );
    } else if (step === 'remove-factor') {
      const body = { reason: reason.trim() };
      changes[step].mutate({ params, body }, { onSuccess: done, onSettled });
    } else changes[step].mutate({ params }, { onSuccess: done, onSettled });
  };
  return (
    <ConfirmDialog
      isOpen
      isDanger={GRAVE.includes(step)}
      title={t(`users:step.${step}`)}
      confirmLabel={t(`users:step.${step}`)}
      isBusy={isPending}
      isBlocked={needsReason && reason.trim() === ''}
      onConfirm={carryOut}
      onCancel={onDone}
    >
      <div className="users-form stack gap-16">
        <p>
          <bdi>
            <strong>{user.name}</strong>
          </bdi>
        </p>
        <p>{t(`users:ask.${step}`)}</p>
        {needsReason && (
          <label className="stack gap-4" htmlFor={id}>
            {t('users:reason')}
            <Input
              dir="auto"
              id={id}
              value={reason}
              maxLength={200}
              aria-required
              onChange={({ target }) => setReason(target.value)}
            />
          </label>
        )}
        {error !== null && <Alert type="error" showIcon role="alert" title={errorText(error)} />}
      </div>
    </ConfirmDialog>
  );
}
