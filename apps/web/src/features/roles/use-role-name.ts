import { useTranslation } from 'react-i18next';
import type { RoleView } from './api/use-roles.ts';

/** A custom role has a name of its own; the name of a built-in role is translated. */
export function useRoleName(): (role: Pick<RoleView, 'id' | 'name' | 'role'>) => string {
  const { t } = useTranslation('shell');
  return ({ id, name, role }) =>
    id === null ? t(`shell:role.${role}`, { defaultValue: role }) : name;
}

/** Unique key of a role: the id of a custom role, the role name of a built-in one. */
export const roleKey = ({ id, role }: Pick<RoleView, 'id' | 'role'>): string =>
  id === null ? role : String(id);
