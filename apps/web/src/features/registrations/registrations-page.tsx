/** `/regmanage`: platform administrators activate, reject, expire and limit customers. */

import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../components/forms/filter-bar.tsx';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { QueryTable } from '../../components/table/query-table.tsx';
import { useListSearch } from '../../components/table/use-list-search.ts';
import { useTable } from '../../components/table/use-table.ts';
import { type RegistrationRow, useRegistrations } from './api/use-registrations.ts';
import { DecisionDialog } from './components/decision-dialog.tsx';
import { SettingsDialog } from './components/settings-dialog.tsx';
import { REGISTRATION_STATES } from './registration-search.ts';
import { type RegistrationAction, useRegistrationColumns } from './use-registration-columns.tsx';

export function RegistrationsPage() {
  const { t } = useTranslation('registrations');
  const list = useListSearch(useSearch({ from: '/shell/regmanage' }), 'state', 'keyword');
  const table = useTable('registrations');
  const [dialog, setDialog] = useState<{ what: RegistrationAction; row: RegistrationRow }>();
  const found = useRegistrations(list.search, table);
  const columns = useRegistrationColumns((what, row) => setDialog({ what, row }));
  const close = () => setDialog(undefined);
  return (
    <>
      <PageHeading />
      <QueryTable
        label={t('registrations:title')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        query={found}
        filters={
          <FilterBar
            list={list}
            filters={[
              { kind: 'text', name: 'keyword', label: t('registrations:search') },
              {
                kind: 'choice',
                name: 'state',
                label: t('registrations:column.state'),
                placeholder: t('registrations:any-state'),
                options: REGISTRATION_STATES.map((value) => ({
                  value,
                  label: t(`registrations:state.${value}`),
                })),
              },
            ]}
          />
        }
        empty={{ title: t('registrations:empty') }}
        exportName={t('registrations:file')}
      />
      {dialog?.what === 'change' && <SettingsDialog row={dialog.row} onClose={close} />}
      {(dialog?.what === 'activate' || dialog?.what === 'reject') && (
        <DecisionDialog row={dialog.row} what={dialog.what} onClose={close} />
      )}
    </>
  );
}
