/** Dialog to create a custom role as a copy or to edit one, with a preview of the effect. */

import { ROLE_NAME_LENGTH } from '@busbar/domain/access/own-role';
import { may } from '@busbar/domain/access/permission';
import { useTranslation } from 'react-i18next';
import { FormDialog, WIDE } from '../../../components/forms/form-dialog.tsx';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import { useFormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { holderOf } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type RoleView, useRoleChanges } from '../api/use-roles.ts';
import { copyOf, isSame, nameProblem, type RoleDraft } from '../role-draft.ts';
import { roleKey, useRoleName } from '../use-role-name.ts';
import { PermissionBoxes } from './permission-boxes.tsx';
import { RoleDifference } from './role-difference.tsx';

interface RoleDialogProps {
  roles: readonly RoleView[];
  /** The role to copy if `isNew` is set, otherwise the custom role to edit. */
  role: RoleView;
  isNew: boolean;
  onClose: () => void;
}

export function RoleDialog({ roles, role, isNew, onClose }: RoleDialogProps) {
  const { t } = useTranslation(['roles', 'errors']);
  const nameOf = useRoleName();
  const holder = holderOf(useRequiredSession().user);
  const send = useRoleChanges();
  const held = (one: RoleView['permissions'][number]) => may(holder, one);
  const form = useFormState<RoleDraft>(
    () =>
      isNew
        ? { name: '', ...copyOf(role, held) }
        : { name: role.name, copyOf: roleKey(role), permissions: role.permissions },
    {
      isEager: true,
      problems: ({ name }) => {
        const found = nameProblem(name, roles, isNew ? null : role.id);
        return found && { name: t(`errors:reason.${found}`) };
      },
    },
  );
  const { values: draft } = form;
  const copied = roles.find((one) => roleKey(one) === draft.copyOf) ?? role;
  const save = () => {
    const body = { name: draft.name.trim(), permissions: [...draft.permissions] };
    return isNew
      ? send('v2.roles.add', { body: { ...body, copy_of: draft.copyOf } })
      : send('v2.roles.change', {
          params: { id: String(role.id) },
          body: { ...body, changed_at: role.changed_at ?? 0 },
        });
  };
  return (
    <FormDialog<unknown>
      form={form}
      width={WIDE}
      title={isNew ? t('roles:new') : t('roles:change-of', { name: role.name })}
      saveLabel={isNew ? t('roles:make') : t('roles:save')}
      done={t(isNew ? 'roles:made' : 'roles:changed')}
      isBlocked={!isNew && isSame(draft, role)}
      onSave={save}
      onClose={onClose}
    >
      <FormText
        label={t('roles:name')}
        isRequired
        maxLength={ROLE_NAME_LENGTH}
        placeholder={t('roles:name-example')}
        {...form.field('name')}
      />
      {isNew && (
        <FormSelect
          label={t('roles:copy-from')}
          value={draft.copyOf}
          options={roles.map((one) => ({ value: roleKey(one), label: nameOf(one) }))}
          onChange={(key) => {
            const next = roles.find((one) => roleKey(one) === key);
            if (next !== undefined) form.set(copyOf(next, held));
          }}
        />
      )}
      <PermissionBoxes mayGrant={held} {...form.field('permissions')} />
      <RoleDifference
        before={isNew ? copied.permissions : role.permissions}
        after={draft.permissions}
        {...(isNew ? { copiedFrom: nameOf(copied) } : { users: role.users ?? 0 })}
      />
      {!isNew && <p className="hint prose">{t('roles:at-once')}</p>}
    </FormDialog>
  );
}
