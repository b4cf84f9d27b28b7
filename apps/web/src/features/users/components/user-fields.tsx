/** Role, group and mail address of a user, with a preview of the role's permissions. */

import { mayGrant } from '@busbar/domain/access/permission';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import type { FormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { useGroups } from '../../../device-kit/api/use-device-choices.ts';
import { holderOf } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useRoles } from '../../roles/api/use-roles.ts';
import { PermissionList } from '../../roles/components/permission-list.tsx';
import { roleKey, useRoleName } from '../../roles/use-role-name.ts';

export interface UserDraft {
  /** A built-in role, or the id of a custom one. */
  readonly role: string;
  readonly group: number;
  readonly mail: string;
}

/** Converts the selection to the role and custom role id of the API. */
export function roleOf(role: string, roles: readonly { id: number | null; role: string }[]) {
  const chosen = roles.find((one) => roleKey(one) === role);
  const id = chosen?.id ?? null;
  return { role: chosen?.role ?? role, own_role_id: id === null ? null : String(id) };
}

export const isMail = (text: string): boolean =>
  text === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

export function UserFields<T extends UserDraft>({ form }: { form: FormState<T> }) {
  const { t } = useTranslation(['users', 'errors']);
  const holder = holderOf(useRequiredSession().user);
  const nameOf = useRoleName();
  const roles = useRoles();
  const groups = useGroups();
  const mail = form.field('mail');
  const chosen = roles.data?.find((role) => roleKey(role) === form.values.role);
  const isAbove = chosen !== undefined && !mayGrant(holder, chosen.permissions);
  return (
    <>
      <FormSelect
        label={t('users:column.role')}
        loading={roles.isPending}
        options={(roles.data ?? []).map((role) => ({
          value: roleKey(role),
          label: nameOf(role),
          // A user cannot grant permissions that the user does not have.
          disabled: !mayGrant(holder, role.permissions),
        }))}
        {...form.field('role')}
      />
      {isAbove && <Alert type="warning" showIcon title={t('errors:reason.role-exceeds-giver')} />}
      {chosen !== undefined && (
        <details className="box" open>
          <summary>{t('users:may', { role: nameOf(chosen) })}</summary>
          <PermissionList
            permissions={chosen.permissions}
            heading="h2"
            label={t('users:may', { role: nameOf(chosen) })}
          />
        </details>
      )}
      <FormSelect
        label={t('users:column.group')}
        help={t('users:group-hint')}
        loading={groups.isPending}
        isSearched
        options={(groups.data ?? []).map(({ id: value, name: label }) => ({ value, label }))}
        {...form.field('group')}
      />
      <FormText
        label={t('users:column.mail')}
        help={t('users:mail-hint')}
        type="email"
        maxLength={254}
        {...mail}
        problem={isMail(mail.value.trim()) ? mail.problem : t('errors:reason.mail-address-invalid')}
      />
    </>
  );
}
