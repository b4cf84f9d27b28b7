/** `/regmanage`: platform administrators activate, reject, expire and limit customers. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../components/fields/search-box.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { useTable } from '../../components/table/use-table.ts';
import { present } from '../../lib/address/search-params.ts';
import { call } from '../../lib/calls/api-client.ts';
import { type RegistrationRow, useRegistrations } from './api/use-registrations.ts';
import { DecisionDialog } from './components/decision-dialog.tsx';
import { SettingsDialog } from './components/settings-dialog.tsx';
import { REGISTRATION_STATES, type RegistrationState } from './registration-search.ts';
import { type Asked, useRegistrationColumns } from './use-registration-columns.tsx';

export function RegistrationsPage() {
  const { t } = useTranslation('registrations');
  const search = useSearch({ from: '/shell/regmanage' });
  const navigate = useNavigate({ from: '/regmanage' });
  const table = useTable('registrations');
  const [asked, setAsked] = useState<{ what: Asked; row: RegistrationRow }>();
  const filter = present({ state: search.state, keyword: search.keyword });
  const found = useRegistrations({ pn: table.page, ps: table.size, ...filter });
  const columns = useRegistrationColumns((what, row) => setAsked({ what, row }));
  const close = () => setAsked(undefined);
  const narrow = (part: { state?: RegistrationState | undefined; keyword?: string | undefined }) =>
    void navigate({ search: (old) => present({ ...old, ...part, page: undefined }) });
  return (
    <>
      <h1 className="visually-hidden">{t('registrations:title')}</h1>
      <DataTable
        label={t('registrations:title')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        rows={found.data?.list}
        total={found.data?.total ?? 0}
        isFetching={found.isFetching}
        error={found.error}
        onRetry={() => void found.refetch()}
        filters={
          <>
            <SearchBox
              label={t('registrations:search')}
              value={search.keyword}
              onSearch={(keyword) => narrow({ keyword })}
            />
            <Select
              aria-label={t('registrations:column.state')}
              style={{ minInlineSize: 160 }}
              placeholder={t('registrations:any-state')}
              allowClear
              value={search.state}
              options={REGISTRATION_STATES.map((value) => ({
                value,
                label: t(`registrations:state.${value}`),
              }))}
              onChange={(state?: RegistrationState) => narrow({ state })}
            />
          </>
        }
        empty={{ title: t('registrations:empty') }}
        exportPage={async (pn, ps) => {
          const { data } = await call('v2.registrations', { query: { pn, ps, ...filter } });
          return { rows: data.list, total: data.total };
        }}
        exportName={t('registrations:file')}
      />
      {asked?.what === 'change' && <SettingsDialog row={asked.row} onClose={close} />}
      {(asked?.what === 'activate' || asked?.what === 'reject') && (
        <DecisionDialog row={asked.row} what={asked.what} onClose={close} />
      )}
    </>
  );
}
