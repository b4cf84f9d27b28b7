/**
 * Tariffs (docs/specification/energy-and-fees.md 3): add, change by versions with a start day,
 * delete.
 */
import { PlusOutlined } from '@ant-design/icons';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { App, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../components/fields/search-box.tsx';
import { DataTable } from '../../components/table/data-table.tsx';
import { useTable } from '../../components/table/use-table.ts';
import { present } from '../../lib/address/search-params.ts';
import { useCallQuery } from '../../lib/calls/use-call.ts';
import { useCurrency } from '../../lib/session/use-group-info.ts';
import { useMay } from '../../lib/session/use-may.ts';
import { type OpenDialog, RateDialogs } from './components/rate-dialogs.tsx';
import { RateDrawer } from './components/rate-drawer.tsx';
import './rates-page.css';
import { useRateColumns } from './use-rate-columns.tsx';

export function RatesPage() {
  const { t } = useTranslation('rates');
  const { message } = App.useApp();
  const { keyword, open } = useSearch({ from: '/shell/rate' });
  const navigate = useNavigate({ from: '/rate' });
  const mayChange = useMay('tariff.write');
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
  const page = (at: number, size: number) => (found ?? []).slice((at - 1) * size, at * size);
  const filter = (text: string | undefined) =>
    void navigate({ search: (old) => present({ ...old, keyword: text, page: undefined }) });
  const show = (id: number | undefined) =>
    void navigate({
      search: (old) => present({ ...old, open: id }),
      replace: id === undefined,
      resetScroll: false,
    });
  return (
    <>
      <h1 className="visually-hidden">{t('rates:title')}</h1>
      <DataTable
        label={t('rates:title')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        rows={found && page(table.page, table.size)}
        total={found?.length ?? 0}
        isFetching={list.isFetching}
        error={list.error}
        onRetry={() => void list.refetch()}
        filters={<SearchBox label={t('rates:column.name')} value={keyword} onSearch={filter} />}
        actions={
          mayChange && (
            <Button
              type="primary"
              icon={<PlusOutlined aria-hidden />}
              onClick={() => setDialog({ kind: 'add' })}
            >
              {t('rates:action.add')}
            </Button>
          )
        }
        empty={
          keyword === undefined
            ? { title: t('rates:empty.title'), body: t('rates:empty.body') }
            : {
                title: t('rates:empty.filtered'),
                action: <Button onClick={() => filter(undefined)}>{t('rates:empty.clear')}</Button>,
              }
        }
        onOpenRow={(row) => show(row.id)}
        openRowKey={open}
        exportPage={async (at, size) => ({ rows: page(at, size), total: found?.length ?? 0 })}
        exportName={t('rates:file')}
      />
      <RateDrawer
        id={open}
        currency={currency}
        onClose={() => show(undefined)}
        onWithdraw={
          mayChange ? (id, version) => setDialog({ kind: 'withdraw', id, version }) : undefined
        }
      />
      <RateDialogs dialog={dialog} currency={currency} onClose={() => setDialog(undefined)} />
    </>
  );
}
