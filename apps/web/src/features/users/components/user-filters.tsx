import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../../components/fields/search-box.tsx';
import { useGroups } from '../../../device-kit/api/use-device-choices.ts';
import { useRoles } from '../../roles/api/use-roles.ts';
import { roleKey, useRoleName } from '../../roles/use-role-name.ts';
import { USER_STATES, type UserSearch } from '../user-search.ts';

export const NO_FILTERS = {
  keyword: undefined,
  role: undefined,
  state: undefined,
  group: undefined,
} as const;

export type UserFilterChange = {
  [K in keyof typeof NO_FILTERS]?: UserSearch[K] | undefined;
};

interface UserFiltersProps {
  search: UserSearch;
  onChange: (part: UserFilterChange) => void;
}

export function UserFilters({ search, onChange }: UserFiltersProps) {
  const { t } = useTranslation('users');
  const nameOf = useRoleName();
  const roles = useRoles().data ?? [];
  const groups = useGroups().data ?? [];
  return (
    <>
      <SearchBox
        label={t('users:filter.keyword')}
        value={search.keyword}
        onSearch={(keyword) => onChange({ keyword })}
      />
      <Select
        aria-label={t('users:filter.role')}
        allowClear
        placeholder={t('users:filter.role')}
        value={search.role ?? null}
        options={roles.map((role) => ({ value: roleKey(role), label: nameOf(role) }))}
        popupMatchSelectWidth={240}
        style={{ minInlineSize: 150 }}
        onChange={(role?: string | null) => onChange({ role: role ?? undefined })}
      />
      <Select
        aria-label={t('users:filter.state')}
        allowClear
        placeholder={t('users:filter.state')}
        value={search.state ?? null}
        options={USER_STATES.map((state) => ({ value: state, label: t(`users:state.${state}`) }))}
        style={{ minInlineSize: 140 }}
        onChange={(state?: UserSearch['state'] | null) => onChange({ state: state ?? undefined })}
      />
      {groups.length > 1 && (
        <Select
          aria-label={t('users:filter.group')}
          allowClear
          placeholder={t('users:filter.group')}
          value={search.group ?? null}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={280}
          style={{ minInlineSize: 170 }}
          onChange={(group?: number | null) => onChange({ group: group ?? undefined })}
        />
      )}
    </>
  );
}
