/** Operation log (docs/specification/control.md 6): every attempt, its user, and its result. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../components/table/data-table.tsx';
import { LOG_PAGE_SIZES } from '../../../components/table/table-search.ts';
import { useTable } from '../../../components/table/use-table.ts';
import { present } from '../../../lib/address/search-params.ts';
import { useLog, useLogRow } from '../api/use-log.ts';
import { useLogColumns } from '../use-log-columns.tsx';
import { LogDrawer } from './log-drawer.tsx';
import { type LogFilterChange, LogFilters, NO_FILTERS } from './log-filters.tsx';

export function LogPage() {
  const { t } = useTranslation('log');
  const search = useSearch({ from: '/shell/log' });
  const navigate = useNavigate({ from: '/log' });
  const table = useTable('log', LOG_PAGE_SIZES);
  const log = useLog(search, table.page, table.size);
  const columns = useLogColumns();
  const rows = log.data?.list;
  const open = useLogRow(search.open, rows);

  const filter = (part: LogFilterChange) =>
    void navigate({ search: (old) => present({ ...old, ...part, page: undefined }) });
  const show = (id: number | undefined) =>
    void navigate({
      search: (old) => present({ ...old, open: id }),
      replace: id === undefined,
      resetScroll: false,
    });
  const isFiltered = Object.keys(NO_FILTERS).some((key) => search[key as keyof typeof search]);

  return (
    <>
      <h1 className="visually-hidden">{t('log:title')}</h1>
      <DataTable
        label={t('log:title')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        rows={rows}
        total={log.data?.total ?? 0}
        isFetching={log.isFetching}
        error={log.error}
        onRetry={() => void log.refetch()}
        filters={<LogFilters search={search} onChange={filter} />}
        empty={
          isFiltered
            ? {
                title: t('log:empty.filtered'),
                body: t('log:empty.filtered-body'),
                action: <Button onClick={() => filter(NO_FILTERS)}>{t('log:filter.clear')}</Button>,
              }
            : { title: t('log:empty.title'), body: t('log:empty.body') }
        }
        onOpenRow={(row) => show(row.id)}
        openRowKey={search.open}
        exportPage={log.readPage}
        exportName={t('log:file')}
      />
      <LogDrawer row={open} onClose={() => show(undefined)} />
    </>
  );
}
