/** Users of the user's group and its subgroups: invite, change, disable and enable. */
import { PlusOutlined } from '@ant-design/icons';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SecretOnce } from '../../components/fields/secret-once.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { useTable } from '../../components/table/use-table.ts';
import { present } from '../../lib/address/search-params.ts';
import { useIsInRootGroup } from '../../lib/session/use-may.ts';
import { useUsers } from './api/use-users.ts';
import { FactorRequirement } from './components/factor-requirement.tsx';
import { InviteDialog } from './components/invite-dialog.tsx';
import { MessageUse } from './components/message-use.tsx';
import { UserDrawer } from './components/user-drawer.tsx';
import { NO_FILTERS, type UserFilterChange, UserFilters } from './components/user-filters.tsx';
import type { GeneratedPassword } from './made-password.ts';
import { useUserColumns } from './use-user-columns.tsx';

export function UsersPage() {
  const { t } = useTranslation('users');
  const search = useSearch({ from: '/shell/user' });
  const navigate = useNavigate({ from: '/user' });
  const isInRootGroup = useIsInRootGroup();
  const table = useTable('users');
  const users = useUsers(search, table.page, table.size);
  const columns = useUserColumns();
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<GeneratedPassword>();
  const filter = (part: UserFilterChange) =>
    void navigate({ search: (old) => present({ ...old, ...part, page: undefined }) });
  const show = (id: number | undefined) =>
    void navigate({
      search: (old) => present({ ...old, open: id }),
      replace: id === undefined,
      resetScroll: false,
    });
  const isFiltered = Object.keys(NO_FILTERS).some((key) => search[key as keyof typeof search]);
  const tell = (password: GeneratedPassword) => {
    setMade(password);
    setInviting(false);
    show(undefined);
  };
  const invite = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setInviting(true)}>
      {t('users:invite')}
    </Button>
  );
  return (
    <>
      <h1 className="visually-hidden">{t('users:title')}</h1>
      {isInRootGroup && <MessageUse />}
      <FactorRequirement />
      {made !== undefined && (
        <SecretOnce
          key={made.password}
          title={t('users:made', { name: made.name })}
          secret={made.password}
          onKept={() => setMade(undefined)}
        >
          <p>{t('users:made-body')}</p>
          {made.mail !== null && (
            <p>{t(made.mail.isSent ? 'users:mailed' : 'users:not-mailed', { to: made.mail.to })}</p>
          )}
        </SecretOnce>
      )}
      <DataTable
        label={t('users:title')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        rows={users.data?.list}
        total={users.data?.total ?? 0}
        isFetching={users.isFetching}
        error={users.error}
        onRetry={() => void users.refetch()}
        filters={<UserFilters search={search} onChange={filter} />}
        actions={invite}
        empty={
          isFiltered
            ? {
                title: t('users:empty-filtered'),
                action: (
                  <Button onClick={() => filter(NO_FILTERS)}>{t('users:filter.clear')}</Button>
                ),
              }
            : { title: t('users:empty'), body: t('users:empty-body') }
        }
        onOpenRow={(row) => show(row.id)}
        openRowKey={search.open}
        exportPage={users.readPage}
        exportName={t('users:file')}
      />
      {search.open !== undefined && (
        <UserDrawer
          key={search.open}
          id={search.open}
          onClose={() => show(undefined)}
          onPassword={tell}
        />
      )}
      {isInviting && <InviteDialog onMade={tell} onClose={() => setInviting(false)} />}
    </>
  );
}
