/** The table of groups of the provider, in the order in which rows are applied. */
import { ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { mayGrant } from '@busbar/domain/access/permission';
import {
  MAX_GROUP_ROLES,
  PROVIDER_GROUP_LENGTH,
} from '@busbar/domain/access/single-sign-on/group-role';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormSelect } from '../../../components/forms/form-select.tsx';
import type { FormState } from '../../../components/forms/form-state.ts';
import { FormText } from '../../../components/forms/form-text.tsx';
import { useGroups } from '../../../device-kit/api/use-device-choices.ts';
import { holderOf } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { RoleView } from '../../roles/api/use-roles.ts';
import { roleKey, useRoleName } from '../../roles/use-role-name.ts';
import { type GroupRow, movedUp, type SettingsDraft, withRow } from '../settings-draft.ts';

interface GroupRowsProps {
  form: FormState<SettingsDraft>;
  roles: readonly RoleView[];
}

export function GroupRows({ form, roles }: GroupRowsProps) {
  const { t } = useTranslation('users');
  const holder = holderOf(useRequiredSession().user);
  const nameOf = useRoleName();
  const groups = useGroups();
  const rows = form.values.groups;
  const set = (changed: readonly GroupRow[]) => form.set({ groups: changed });
  const edit = (at: number, part: Partial<GroupRow>) =>
    set(rows.map((row, i) => (i === at ? { ...row, ...part } : row)));
  const roleOptions = roles.map((role) => ({
    value: roleKey(role),
    label: nameOf(role),
    // A user cannot grant permissions that the user does not have.
    disabled: !mayGrant(holder, role.permissions),
  }));
  const groupOptions = (groups.data ?? []).map(({ id: value, name: label }) => ({ value, label }));
  return (
    <section className="stack gap-8" aria-label={t('users:sso.groups')}>
      <h2>{t('users:sso.groups')}</h2>
      <p className="hint prose">{t('users:sso.groups-about')}</p>
      {rows.map((row, at) => (
        <fieldset
          key={row.key}
          className="columns columns-fit columns-narrow gap-8 align-start box"
        >
          <legend className="visually-hidden">{t('users:sso.row', { number: at + 1 })}</legend>
          <FormText
            label={t('users:sso.provider-group')}
            isRequired
            dir="auto"
            autoComplete="off"
            spellCheck={false}
            maxLength={PROVIDER_GROUP_LENGTH}
            value={row.name}
            problem={form.problemOf(`groups.${at}.provider_group`)}
            onChange={(name) => edit(at, { name })}
          />
          <FormSelect
            label={t('users:sso.role')}
            options={roleOptions}
            value={row.role}
            problem={form.problemOf(`groups.${at}.role`)}
            onChange={(role) => edit(at, { role })}
          />
          <FormSelect
            label={t('users:sso.group')}
            isSearched
            loading={groups.isPending}
            options={groupOptions}
            value={row.group}
            problem={form.problemOf(`groups.${at}.group_id`)}
            onChange={(group) => edit(at, { group })}
          />
          <span className="line gap-4 align-end">
            <Button
              type="text"
              icon={<ArrowUpOutlined aria-hidden />}
              disabled={at === 0}
              aria-label={t('users:sso.row-up', { number: at + 1 })}
              onClick={() => set(movedUp(rows, at))}
            />
            <Button
              type="text"
              danger
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('users:sso.row-delete', { number: at + 1 })}
              onClick={() => set(rows.filter((_, i) => i !== at))}
            />
          </span>
        </fieldset>
      ))}
      <div className="row">
        <Button
          icon={<PlusOutlined aria-hidden />}
          disabled={rows.length >= MAX_GROUP_ROLES}
          onClick={() => set(withRow(rows, groups.data?.[0]?.id))}
        >
          {t('users:sso.row-add')}
        </Button>
      </div>
    </section>
  );
}
