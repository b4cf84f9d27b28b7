/** Users of a group and its subgroups; selected ones can be moved to another group. */
import { isRole } from '@busbar/domain/access/role';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { StepLink } from '../../../components/states/step-link.tsx';
import { useTable } from '../../../components/table/use-table.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import { useGroupUsers } from '../api/use-members.ts';
import { MemberTable } from './member-table.tsx';

export function UserMembers({ group }: { group: number }) {
  const { t } = useTranslation(['groups', 'shell']);
  const { keyword } = useSearch({ from: '/shell/grouptab' });
  const canMove = useMay('user.manage');
  const table = useTable('group-users');
  const list = useGroupUsers(group, { keyword, page: table.page, size: table.size });
  return (
    <MemberTable
      label={t('groups:tab.users')}
      searchLabel={t('groups:find-user')}
      empty={t('groups:empty.users')}
      step={<StepLink step="user" />}
      table={table}
      list={list}
      columns={[
        {
          key: 'name',
          title: t('groups:column.user'),
          value: (row) => row.name,
          render: (row) => <bdi>{row.name}</bdi>,
          isTitle: true,
        },
        {
          key: 'role',
          title: t('groups:column.role'),
          value: (row) => (isRole(row.role) ? t(`shell:role.${row.role}`) : row.role),
        },
        {
          key: 'state',
          title: t('groups:column.state'),
          value: (row) => t(row.disabled ? 'groups:disabled' : 'groups:active'),
        },
        {
          key: 'group',
          title: t('groups:column.group'),
          value: (row) => row.group_name,
          render: (row) => <bdi>{row.group_name}</bdi>,
        },
      ]}
      canMove={canMove}
      keyOf={(row) => row.id}
      nameOf={(row) => row.name}
      moved={(ids) => ({ what: 'users', ids })}
      titleOf={(count) => t('groups:move-users', { count })}
    />
  );
}
