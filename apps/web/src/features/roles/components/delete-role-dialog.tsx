import { useTranslation } from 'react-i18next';
import { DeleteDialog } from '../../../components/forms/delete-dialog.tsx';
import { type RoleView, useRoleChanges } from '../api/use-roles.ts';

export function DeleteRoleDialog({ role, onClose }: { role: RoleView; onClose: () => void }) {
  const { t } = useTranslation('roles');
  const send = useRoleChanges();
  const users = role.users ?? 0;
  const isHeld = users > 0 || role.held_elsewhere;
  const heldText = users > 0 ? t('roles:delete-held', { count: users }) : t('roles:held-elsewhere');
  return (
    <DeleteDialog
      title={t('roles:delete-of', { name: role.name })}
      saveLabel={t('roles:delete')}
      done={t('roles:deleted')}
      isBlocked={isHeld}
      onSave={() => send('v2.roles.delete', { params: { id: String(role.id) } })}
      onClose={onClose}
    >
      <p>{isHeld ? heldText : t('roles:delete-body')}</p>
    </DeleteDialog>
  );
}
