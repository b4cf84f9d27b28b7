import { useTranslation } from 'react-i18next';
import type { RoleView } from './api/use-roles.ts';

/** An own role has a name of its own; a built-in one is called in the user's language. */
export function useRoleName(): (role: Pick<RoleView, 'id' | 'name' | 'role'>) => string {
  const { t } = useTranslation('shell');
  return ({ id, name, role }) =>
    id === null ? t(`shell:role.${role}`, { defaultValue: role }) : name;
}

/** What names it among all roles: the id of an own one, the word of a built-in one. */
export const roleKey = ({ id, role }: Pick<RoleView, 'id' | 'role'>): string =>
  id === null ? role : String(id);
