/** The permission table: one row per permission, one column per role. */
import { CheckOutlined } from '@ant-design/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoleView } from '../api/use-roles.ts';
import { PART_NAMES, PERMISSION_PARTS } from '../permission-parts.ts';
import { roleKey } from '../use-role-name.ts';
import { RoleActions, type RoleActionsProps } from './role-actions.tsx';
import { RoleHead } from './role-head.tsx';

interface RoleTableProps extends Omit<RoleActionsProps, 'role'> {
  roles: readonly RoleView[];
}

export function RoleTable({ roles, ...actions }: RoleTableProps) {
  const { t } = useTranslation('roles');
  const id = useId();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
    <section className="role-table surface" tabIndex={0} aria-label={t('roles:title')}>
      <table aria-label={t('roles:title')}>
        <thead>
          <tr>
            <th scope="col">{t('roles:may')}</th>
            {roles.map((role) => (
              <th key={roleKey(role)} scope="col">
                <RoleHead role={role} />
                <RoleActions role={role} {...actions} />
              </th>
            ))}
          </tr>
        </thead>
        {PART_NAMES.map((part) => (
          <tbody key={part} aria-labelledby={`${id}-${part}`}>
            <tr className="role-table__part">
              <th id={`${id}-${part}`} scope="rowgroup">
                {t(`roles:part.${part}`)}
              </th>
              <td colSpan={roles.length} />
            </tr>
            {PERMISSION_PARTS[part].map((permission) => (
              <tr key={permission}>
                <th scope="row">
                  <strong>{t(`roles:permission.${permission}.name`)}</strong>
                  <span className="hint">{t(`roles:permission.${permission}.about`)}</span>
                </th>
                {roles.map((role) => {
                  const isAllowed = role.permissions.includes(permission);
                  return (
                    <td key={roleKey(role)} data-allowed={isAllowed}>
                      {isAllowed ? <CheckOutlined aria-hidden /> : <span aria-hidden>–</span>}
                      <span className="visually-hidden">
                        {t(isAllowed ? 'roles:allowed' : 'roles:not-allowed')}
                      </span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}
