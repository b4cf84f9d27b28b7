/**
 * `/role`: permissions of each role; creating, editing and deleting custom roles requires the
 * permission to manage roles.
 */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { QueryState } from '../../components/states/loaded.tsx';
import { RootGroupNote } from '../../components/states/root-group-note.tsx';
import { useIsInRootGroup, useMay } from '../../lib/session/use-may.ts';
import { useIsPhone } from '../../lib/use-media.ts';
import { type RoleView, useRoles } from './api/use-roles.ts';
import { DeleteRoleDialog } from './components/delete-role-dialog.tsx';
import { RoleCards } from './components/role-cards.tsx';
import { RoleDialog } from './components/role-dialog.tsx';
import { RoleTable } from './components/role-table.tsx';
import './roles.css';
import { AddButton } from '../../components/forms/add-button.tsx';

/** The open dialog and its role. */
interface Open {
  readonly what: 'copy' | 'change' | 'delete';
  readonly role: RoleView;
}

export function RolesPage() {
  const { t } = useTranslation('roles');
  const roles = useRoles();
  const isPhone = useIsPhone();
  const isManager = useMay('role.manage');
  const isInRootGroup = useIsInRootGroup();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const list = roles.data;
  if (list === undefined) {
    return (
      <>
        <PageHeading />
        <QueryState query={roles} lines={12} />
      </>
    );
  }
  const Roles = isPhone ? RoleCards : RoleTable;
  // Starts with the smallest role, so that every added permission is a deliberate choice.
  const smallest = list.find(({ role }) => role === 'viewer') ?? list[0];
  return (
    <>
      <PageHeading />
      <div className="row spread gap-12 inset below">
        <p className="muted prose">{t('roles:intro')}</p>
        {isManager && isInRootGroup && (
          <AddButton
            disabled={smallest === undefined}
            onClick={() => smallest !== undefined && setOpen({ what: 'copy', role: smallest })}
          >
            {t('roles:new')}
          </AddButton>
        )}
      </div>
      {isManager && <RootGroupNote />}
      <Roles
        roles={list}
        onCopy={(role) => setOpen({ what: 'copy', role })}
        onChange={(role) => setOpen({ what: 'change', role })}
        onDelete={(role) => setOpen({ what: 'delete', role })}
      />
      {(open?.what === 'copy' || open?.what === 'change') && (
        <RoleDialog roles={list} role={open.role} isNew={open.what === 'copy'} onClose={close} />
      )}
      {open?.what === 'delete' && <DeleteRoleDialog role={open.role} onClose={close} />}
    </>
  );
}
