/** Dialog to change the role, group or mail address of a user. */
import { Alert, App } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useRoles } from '../../roles/api/use-roles.ts';
import { roleKey } from '../../roles/use-role-name.ts';
import { type UserRow, useUserChanges } from '../api/use-users.ts';
import { isMail, roleOf, type UserDraft, UserFields } from './user-fields.tsx';

export function ChangeDialog({ user, onDone }: { user: UserRow; onDone: () => void }) {
  const { t } = useTranslation('users');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const roles = useRoles().data ?? [];
  const { change, followed } = useUserChanges();
  const [before] = useState<UserDraft>({
    role: roleKey({ id: user.own_role_id, role: user.role }),
    group: user.group_id,
    mail: user.mail,
  });
  const [draft, setDraft] = useState(before);
  // The version at the time the dialog was opened, regardless of later refetches.
  const [version] = useState(user.version);
  const mail = draft.mail.trim();
  const isSame = draft.role === before.role && draft.group === before.group && mail === before.mail;
  const save = () =>
    change.mutate(
      {
        params: { id: String(user.id) },
        body: {
          ...roleOf(draft.role, roles),
          group_id: String(draft.group),
          mail,
          version,
        },
      },
      {
        onSuccess: () => {
          void message.success(t('users:done.change'));
          onDone();
        },
        onSettled: () => void followed(),
      },
    );
  return (
    <ConfirmDialog
      isOpen
      isWide
      title={t('users:change-of', { name: user.name })}
      confirmLabel={t('users:save')}
      isBusy={change.isPending}
      isBlocked={isSame || !isMail(mail)}
      onConfirm={save}
      onCancel={onDone}
    >
      <div className="users-form stack gap-16">
        <UserFields draft={draft} onChange={(part) => setDraft({ ...draft, ...part })} />
        {draft.role !== before.role && (
          <Alert type="info" showIcon title={t('users:role-ends-sessions')} />
        )}
        {change.error !== null && (
          <Alert type="error" showIcon role="alert" title={errorText(change.error)} />
        )}
      </div>
    </ConfirmDialog>
  );
}
