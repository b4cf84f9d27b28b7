/** The permission table on a phone: one card per role, which expands to its permissions. */
import { CUSTOMER_PERMISSIONS } from '@busbar/domain/access/permission';
import { useTranslation } from 'react-i18next';
import type { RoleView } from '../api/use-roles.ts';
import { roleKey, useRoleName } from '../use-role-name.ts';
import { PermissionList } from './permission-list.tsx';
import { RoleActions, type RoleActionsProps } from './role-actions.tsx';
import { RoleHead } from './role-head.tsx';

interface RoleCardsProps extends Omit<RoleActionsProps, 'role'> {
  roles: readonly RoleView[];
}

export function RoleCards({ roles, ...actions }: RoleCardsProps) {
  const { t } = useTranslation('roles');
  const nameOf = useRoleName();
  return (
    <ul className="role-cards stack">
      {roles.map((role) => (
        <li key={roleKey(role)} className="panel stack">
          <div className="line align-start spread">
            <RoleHead role={role} />
            <RoleActions role={role} {...actions} />
          </div>
          <details>
            <summary>
              {t('roles:count', {
                count: role.permissions.length,
                all: CUSTOMER_PERMISSIONS.length,
              })}
            </summary>
            <PermissionList permissions={role.permissions} label={nameOf(role)} />
          </details>
        </li>
      ))}
    </ul>
  );
}
