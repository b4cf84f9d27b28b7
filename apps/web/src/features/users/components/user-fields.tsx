/** Role, group and mail address of a user, with a preview of the role's permissions. */
import { mayGive } from '@busbar/domain/access/permission';
import { Alert, Input, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
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

/** Converts to the role and custom role id of the calls. */
export function roleOf(role: string, roles: readonly { id: number | null; role: string }[]) {
  const chosen = roles.find((one) => roleKey(one) === role);
  const id = chosen?.id ?? null;
  return { role: chosen?.role ?? role, own_role_id: id === null ? null : String(id) };
}

export const isMail = (text: string): boolean =>
  text === '' || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

interface UserFieldsProps {
  draft: UserDraft;
  onChange: (part: Partial<UserDraft>) => void;
}

export function UserFields({ draft, onChange }: UserFieldsProps) {
  const { t } = useTranslation(['users', 'errors']);
  const holder = holderOf(useRequiredSession().user);
  const nameOf = useRoleName();
  const roles = useRoles();
  const groups = useGroups();
  const id = useId();
  const chosen = roles.data?.find((role) => roleKey(role) === draft.role);
  const isAbove = chosen !== undefined && !mayGive(holder, chosen.permissions);
  const isMailWrong = !isMail(draft.mail.trim());
  return (
    <>
      <label className="stack gap-4" htmlFor={`${id}-role`}>
        {t('users:column.role')}
        <Select
          id={`${id}-role`}
          value={draft.role}
          loading={roles.isPending}
          options={(roles.data ?? []).map((role) => ({
            value: roleKey(role),
            label: nameOf(role),
            // A user cannot grant permissions that the user does not have.
            disabled: !mayGive(holder, role.permissions),
          }))}
          onChange={(role: string) => onChange({ role })}
        />
      </label>
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
      <label className="stack gap-4" htmlFor={`${id}-group`}>
        {t('users:column.group')}
        <Select
          id={`${id}-group`}
          value={draft.group}
          loading={groups.isPending}
          options={(groups.data ?? []).map(({ id: value, name: label }) => ({ value, label }))}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(group: number) => onChange({ group })}
        />
        <span className="hint">{t('users:group-hint')}</span>
      </label>
      <label className="stack gap-4" htmlFor={`${id}-mail`}>
        {t('users:column.mail')}
        <Input
          id={`${id}-mail`}
          type="email"
          dir="ltr"
          value={draft.mail}
          maxLength={254}
          status={isMailWrong ? 'error' : ''}
          aria-invalid={isMailWrong}
          onChange={({ target }) => onChange({ mail: target.value })}
        />
      </label>
    </>
  );
}
