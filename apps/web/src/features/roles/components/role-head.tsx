/** Name of a role, its origin, and its number of users. */
import { useTranslation } from 'react-i18next';
import type { RoleView } from '../api/use-roles.ts';
import { useRoleName } from '../use-role-name.ts';

export function RoleHead({ role }: { role: RoleView }) {
  const { t } = useTranslation('roles');
  const nameOf = useRoleName();
  const { id, users } = role;
  return (
    <span className="stack gap-2 hint">
      <bdi className="role-head__name strong breakable">{nameOf(role)}</bdi>
      <span>
        {id === null
          ? t('roles:built-in')
          : t('roles:copied-from', { name: nameOf({ ...role, id: null }) })}
      </span>
      {users !== null && <span>{t('roles:users', { count: users })}</span>}
    </span>
  );
}
