/** Tariffs (docs/specification/energy-and-fees.md 3): add, change by dated versions, delete. */

import { useSearch } from '@tanstack/react-router';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../components/forms/filter-bar.tsx';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { localPages } from '../../components/table/local-pages.ts';
import { QueryTable } from '../../components/table/query-table.tsx';
import { useListSearch } from '../../components/table/use-list-search.ts';
import { useTable } from '../../components/table/use-table.ts';
import { useCallQuery } from '../../lib/calls/use-call.ts';
import { useCurrency } from '../../lib/session/use-group-info.ts';
import { useMay } from '../../lib/session/use-may.ts';
import { type OpenDialog, RateDialogs } from './components/rate-dialogs.tsx';
import { RateDrawer } from './components/rate-drawer.tsx';
import './rates-page.css';
import { AddButton } from '../../components/forms/add-button.tsx';
import { useRateColumns } from './use-rate-columns.tsx';

export function RatesPage() {
  const { t } = useTranslation('rates');
  const { message } = App.useApp();
  const search = useListSearch(useSearch({ from: '/shell/rate' }), 'keyword');
  const { keyword, open } = search.search;
  const mayChange = useMay('tariff.write');
  const mayAssign = useMay('device.write');
  const table = useTable('rates');
  const [dialog, setDialog] = useState<OpenDialog>();
  const currency = useCurrency();
  const list = useCallQuery('v2.rates', {}, { select: ({ data }) => data });
  const columns = useRateColumns(currency, {
    onEdit: mayChange
      ? (row) => {
          if (row.changeable) setDialog({ kind: 'edit', row });
          else message.warning(t('errors:reason.root-group-required'));
        }
      : undefined,
    onDelete: mayChange
      ? (row) => {
          if (!row.changeable) message.warning(t('errors:reason.root-group-required'));
          else if (row.is_default === 'yes')
            message.warning(t('errors:reason.system-rate-protected'));
          else setDialog({ kind: 'delete', row });
        }
      : undefined,
  });
  // The call returns all tariffs, a few dozen at most, so paging and filtering are done here.
  const found = list.data?.filter(({ name }) =>
    name.toLocaleLowerCase().includes((keyword ?? '').toLocaleLowerCase()),
  );
  const add = mayChange && (
    <AddButton onClick={() => setDialog({ kind: 'add' })}>{t('rates:action.add')}</AddButton>
  );
  return (
    <>
      <PageHeading />
      <QueryTable
        label={t('rates:title')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        query={localPages({ ...list, data: found }, table)}
        filters={
          <FilterBar
            list={search}
            filters={[{ kind: 'text', name: 'keyword', label: t('rates:column.name') }]}
          />
        }
        actions={add}
        empty={
          keyword === undefined
            ? { title: t('rates:empty.title'), body: t('rates:empty.body'), action: add }
            : {
                title: t('rates:empty.filtered'),
                action: <Button onClick={search.clear}>{t('rates:empty.clear')}</Button>,
              }
        }
        onOpenRow={({ id }) => search.set({ open: id })}
        openRowKey={open}
        exportName={t('rates:file')}
      />
      <RateDrawer
        id={open}
        currency={currency}
        onClose={() => search.set({ open: undefined })}
        onAssign={mayAssign ? (rate) => setDialog({ kind: 'assign', rate }) : undefined}
        onWithdraw={
          mayChange ? (id, version) => setDialog({ kind: 'withdraw', id, version }) : undefined
        }
      />
      <RateDialogs dialog={dialog} currency={currency} onClose={() => setDialog(undefined)} />
    </>
  );
}
