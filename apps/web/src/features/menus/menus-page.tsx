/** `/menu`: the navigation of each role; editing requires the permission to manage roles. */

import { Alert, Select, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { RootGroupNote } from '../../components/states/root-group-note.tsx';
import { useIsInRootGroup } from '../../lib/session/use-may.ts';
import { useUnsavedGuard } from '../../lib/use-unsaved-guard.ts';
import { type MenuRole, useMenuRoles, useStoredMenu } from './api/use-menu-arrangement.ts';
import { MenuEditor } from './components/menu-editor.tsx';
import { draftOf, isSameMenu, type MenuDraft } from './menu-draft.ts';
import './menus.css';

/** The role that is selected first, because most users have it. */
const FIRST_ROLE = 'operator';

const keyOf = ({ id, role }: Pick<MenuRole, 'id' | 'role'>) => (id === null ? role : String(id));

export function MenusPage() {
  const { t } = useTranslation('menus');
  const isInRootGroup = useIsInRootGroup();
  return (
    <div className="stack gap-16 page">
      <PageHeading />
      <p className="muted prose">{t('menus:intro')}</p>
      {isInRootGroup ? <RoleMenus /> : <RootGroupNote />}
    </div>
  );
}

function RoleMenus() {
  const { t } = useTranslation(['menus', 'shell']);
  const id = useId();
  const roles = useMenuRoles();
  const [key, setKey] = useState(FIRST_ROLE);
  const [draft, setDraft] = useState<MenuDraft>();
  const menu = useStoredMenu(key);
  const role = roles.data?.find((one) => keyOf(one) === key);
  const isDirty =
    draft !== undefined &&
    role !== undefined &&
    menu.data !== undefined &&
    !isSameMenu(draft, draftOf(role, menu.data.entries));
  const mayLeave = useUnsavedGuard(isDirty);
  const nameOf = ({ id: own, name, role: builtIn }: MenuRole) =>
    own === null ? t(`shell:role.${builtIn}`, { defaultValue: builtIn }) : name;
  const choose = async (next: string) => {
    if (!(await mayLeave())) return;
    setDraft(undefined);
    setKey(next);
  };
  const error = roles.error ?? menu.error;
  return (
    <>
      <Alert type="info" showIcon role="note" title={t('menus:no-permission')} />
      <label className="menus__role stack gap-4" htmlFor={`${id}-role`}>
        {t('menus:role')}
        <Select
          id={`${id}-role`}
          value={key}
          options={(roles.data ?? []).map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
          onChange={(next) => void choose(next)}
        />
      </label>
      {error !== null ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void roles.refetch();
            void menu.refetch();
          }}
        />
      ) : role === undefined || menu.data === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 12 }} />
      ) : (
        <MenuEditor
          key={key}
          role={role}
          roleName={nameOf(role)}
          stored={menu.data}
          draft={draft}
          onDraft={setDraft}
        />
      )}
    </>
  );
}
