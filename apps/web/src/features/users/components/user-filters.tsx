import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../components/forms/filter-bar.tsx';
import type { ListSearch } from '../../../components/table/use-list-search.ts';
import { useGroups } from '../../../device-kit/api/use-device-choices.ts';
import { useRoles } from '../../roles/api/use-roles.ts';
import { roleKey, useRoleName } from '../../roles/use-role-name.ts';
import { USER_STATES, type UserSearch } from '../user-search.ts';

export function UserFilters({ list }: { list: ListSearch<UserSearch> }) {
  const { t } = useTranslation('users');
  const nameOf = useRoleName();
  const roles = useRoles().data ?? [];
  const groups = useGroups().data ?? [];
  const ofGroup = {
    kind: 'choice',
    name: 'group',
    label: t('users:filter.group'),
    options: groups.map(({ id, name }) => ({ value: id, label: name })),
    isSearched: true,
  } as const;
  return (
    <FilterBar
      list={list}
      clearLabel={t('users:filter.clear')}
      filters={[
        { kind: 'text', name: 'keyword', label: t('users:filter.keyword') },
        {
          kind: 'choice',
          name: 'role',
          label: t('users:filter.role'),
          options: roles.map((role) => ({ value: roleKey(role), label: nameOf(role) })),
        },
        {
          kind: 'choice',
          name: 'state',
          label: t('users:filter.state'),
          options: USER_STATES.map((value) => ({ value, label: t(`users:state.${value}`) })),
        },
        ...(groups.length > 1 ? [ofGroup] : []),
      ]}
    />
  );
}
