/**
 * Confirmation before a second factor becomes mandatory, with the number of administrators it would
 * block, or before it becomes optional.
 */
import { Alert, App } from 'antd';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { type Requirement, useRequirementChange } from '../api/use-factor-requirement.ts';

interface RequirementDialogProps {
  requirement: Requirement;
  onClose: () => void;
}

export function RequirementDialog({ requirement, onClose }: RequirementDialogProps) {
  const { t } = useTranslation('users');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { change, followed } = useRequirementChange();
  const { required, lacking } = requirement;
  const step = required ? 'stop' : 'require';
  const send = () =>
    change.mutate(
      { body: { required: !required } },
      {
        onSuccess: () => {
          void message.success(t(`users:requirement.${step}-done`));
          onClose();
        },
        onSettled: () => void followed(),
      },
    );
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={t(`users:requirement.${step}`)}
      confirmLabel={t(`users:requirement.${step}`)}
      isBusy={change.isPending}
      onConfirm={send}
      onCancel={onClose}
    >
      <div className="users-form stack gap-16">
        <p>{t(`users:requirement.${step}-about`)}</p>
        {!required && (
          <p>
            <strong>{t('users:requirement.stops', { lacking })}</strong>
          </p>
        )}
        {change.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(change.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
