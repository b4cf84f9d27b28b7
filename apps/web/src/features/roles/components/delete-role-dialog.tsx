import { Alert, App } from 'antd';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { type RoleView, useRoleChanges } from '../api/use-roles.ts';

export function DeleteRoleDialog({ role, onDone }: { role: RoleView; onDone: () => void }) {
  const { t } = useTranslation('roles');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { remove, followed } = useRoleChanges();
  const users = role.users ?? 0;
  const isHeld = users > 0 || role.held_elsewhere;
  const confirm = () =>
    remove.mutate(
      { params: { id: String(role.id) } },
      {
        onSuccess: () => {
          void message.success(t('roles:deleted'));
          onDone();
        },
        onSettled: () => void followed(),
      },
    );
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={t('roles:delete-of', { name: role.name })}
      confirmLabel={t('roles:delete')}
      isBusy={remove.isPending}
      isBlocked={isHeld}
      onConfirm={confirm}
      onCancel={onDone}
    >
      <div className="stack gap-16">
        <p>{isHeld ? heldWords() : t('roles:delete-body')}</p>
        {remove.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(remove.error)} />
        )}
      </div>
    </ConfirmDialog>
  );

  function heldWords() {
    return users > 0 ? t('roles:delete-held', { count: users }) : t('roles:held-elsewhere');
  }
}
