/** Users of the user's group and its subgroups: invite, change, disable and enable. */

import { useSearch } from '@tanstack/react-router';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SecretOnce } from '../../components/fields/secret-once.tsx';
import { AddButton } from '../../components/forms/add-button.tsx';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { QueryTable } from '../../components/table/query-table.tsx';
import { useListSearch } from '../../components/table/use-list-search.ts';
import { useTable } from '../../components/table/use-table.ts';
import { useIsInRootGroup } from '../../lib/session/use-may.ts';
import { useUsers } from './api/use-users.ts';
import { FactorRequirement } from './components/factor-requirement.tsx';
import { InviteDialog } from './components/invite-dialog.tsx';
import { MessageUse } from './components/message-use.tsx';
import { PasswordFor } from './components/password-for.tsx';
import { UserDrawer } from './components/user-drawer.tsx';
import { UserFilters } from './components/user-filters.tsx';
import type { GeneratedPassword } from './made-password.ts';
import { useUserColumns } from './use-user-columns.tsx';
import { USER_FILTERS } from './user-search.ts';

export function UsersPage() {
  const { t } = useTranslation('users');
  const list = useListSearch(useSearch({ from: '/shell/user' }), ...USER_FILTERS);
  const { search } = list;
  const isInRootGroup = useIsInRootGroup();
  const table = useTable('users');
  const users = useUsers(search, table);
  const columns = useUserColumns();
  const [isInviting, setInviting] = useState(false);
  const [generated, setGenerated] = useState<GeneratedPassword>();
  const show = (open: number | undefined) => list.set({ open });
  const showPassword = (password: GeneratedPassword) => {
    setGenerated(password);
    setInviting(false);
    list.set({ open: undefined, password: undefined });
  };
  const invite = <AddButton onClick={() => setInviting(true)}>{t('users:invite')}</AddButton>;
  return (
    <>
      <PageHeading />
      {isInRootGroup && <MessageUse />}
      <FactorRequirement />
      {search.password !== undefined && (
        <PasswordFor
          key={search.password}
          name={search.password}
          onClose={() => list.set({ password: undefined })}
          onPassword={showPassword}
        />
      )}
      {generated !== undefined && (
        <SecretOnce
          key={generated.password}
          title={t('users:made', { name: generated.name })}
          secret={generated.password}
          onStored={() => setGenerated(undefined)}
        >
          <p>{t('users:made-body')}</p>
          {generated.mail !== null && (
            <p>
              {t(generated.mail.isSent ? 'users:mailed' : 'users:not-mailed', {
                to: generated.mail.to,
              })}
            </p>
          )}
        </SecretOnce>
      )}
      <QueryTable
        label={t('users:title')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        query={users}
        filters={<UserFilters list={list} />}
        actions={invite}
        empty={
          list.isFiltered
            ? {
                title: t('users:empty-filtered'),
                action: <Button onClick={list.clear}>{t('users:filter.clear')}</Button>,
              }
            : { title: t('users:empty'), body: t('users:empty-body'), action: invite }
        }
        onOpenRow={(row) => show(row.id)}
        openRowKey={search.open}
        exportName={t('users:file')}
      />
      {search.open !== undefined && (
        <UserDrawer
          key={search.open}
          id={search.open}
          onClose={() => show(undefined)}
          onPassword={showPassword}
        />
      )}
      {isInviting && <InviteDialog onCreated={showPassword} onClose={() => setInviting(false)} />}
    </>
  );
}
