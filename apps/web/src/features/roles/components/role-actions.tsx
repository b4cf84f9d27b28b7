import { CopyOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { mayGrant } from '@busbar/domain/access/permission';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { holderOf, useIsInRootGroup, useMay } from '../../../lib/session/use-may.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import type { RoleView } from '../api/use-roles.ts';
import { useRoleName } from '../use-role-name.ts';

export interface RoleActionsProps {
  role: RoleView;
  onCopy: (role: RoleView) => void;
  onChange: (role: RoleView) => void;
  onDelete: (role: RoleView) => void;
}

/** A built-in role can only be copied. Renders nothing for users with read-only access. */
export function RoleActions({ role, onCopy, onChange, onDelete }: RoleActionsProps) {
  const { t } = useTranslation(['roles', 'errors']);
  const isManager = useMay('role.manage');
  const isInRootGroup = useIsInRootGroup();
  const name = useRoleName()(role);
  const isAbove = !mayGrant(holderOf(useRequiredSession().user), role.permissions);
  const changeRefusal = role.held_elsewhere
    ? t('roles:held-elsewhere')
    : isAbove
      ? t('errors:reason.role-exceeds-giver')
      : undefined;
  if (!isManager || !isInRootGroup) return null;
  return (
    <span className="role-actions line inline gap-2">
      <Tooltip title={t('roles:copy-of', { name })}>
        <Button
          type="text"
          size="small"
          icon={<CopyOutlined aria-hidden />}
          aria-label={t('roles:copy-of', { name })}
          onClick={() => onCopy(role)}
        />
      </Tooltip>
      {role.id !== null && (
        <>
          <Tooltip title={changeRefusal ?? t('roles:change-of', { name })}>
            <Button
              type="text"
              size="small"
              icon={<EditOutlined aria-hidden />}
              aria-label={t('roles:change-of', { name })}
              disabled={changeRefusal !== undefined}
              onClick={() => onChange(role)}
            />
          </Tooltip>
          <Tooltip title={t('roles:delete-of', { name })}>
            <Button
              type="text"
              size="small"
              danger
              icon={<DeleteOutlined aria-hidden />}
              aria-label={t('roles:delete-of', { name })}
              onClick={() => onDelete(role)}
            />
          </Tooltip>
        </>
      )}
    </span>
  );
}
