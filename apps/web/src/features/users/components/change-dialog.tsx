/** Dialog to change the role, group or mail address of a user. */

import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog, WIDE } from '../../../components/forms/form-dialog.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { useRoles } from '../../roles/api/use-roles.ts';
import { roleKey } from '../../roles/use-role-name.ts';
import { type UserRow, useUserChanges } from '../api/use-users.ts';
import { isMail, roleOf, type UserDraft, UserFields } from './user-fields.tsx';

export function ChangeDialog({ user, onClose }: { user: UserRow; onClose: () => void }) {
  const { t } = useTranslation('users');
  const roles = useRoles().data ?? [];
  const send = useUserChanges();
  // The user at the time the dialog was opened, regardless of later refetches.
  const [opened] = useState(user);
  const before = roleKey({ id: opened.own_role_id, role: opened.role });
  const form = useFormState<UserDraft>({
    role: before,
    group: opened.group_id,
    mail: opened.mail,
  });
  const { role, group } = form.values;
  const mail = form.values.mail.trim();
  return (
    <FormDialog
      form={form}
      width={WIDE}
      title={t('users:change-of', { name: user.name })}
      saveLabel={t('users:save')}
      done={t('users:done.change')}
      isBlocked={!form.isDirty || !isMail(mail)}
      onSave={() =>
        send('v2.users.change', {
          params: { id: String(user.id) },
          body: {
            ...roleOf(role, roles),
            group_id: String(group),
            mail,
            version: opened.version,
          },
        })
      }
      onClose={onClose}
    >
      <UserFields form={form} />
      {role !== before && <Alert type="info" showIcon title={t('users:role-ends-sessions')} />}
    </FormDialog>
  );
}
