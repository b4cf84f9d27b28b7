/** Operation log (docs/specification/control.md 6): every attempt, its user, and its result. */

import { useSearch } from '@tanstack/react-router';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../components/forms/filter-bar.tsx';
import { RangeFilter } from '../../../components/forms/range-filter.tsx';
import { PageHeading } from '../../../components/menu/page-heading.tsx';
import { QueryTable } from '../../../components/table/query-table.tsx';
import { LOG_PAGE_SIZES } from '../../../components/table/table-search.ts';
import { useListSearch } from '../../../components/table/use-list-search.ts';
import { useTable } from '../../../components/table/use-table.ts';
import { useLog, useLogRow } from '../api/use-log.ts';
import { LOG_FILTERS } from '../log-search.ts';
import { useLogColumns } from '../use-log-columns.tsx';
import { useLogTextFilters } from '../use-log-text-filters.ts';
import { LogDrawer } from './log-drawer.tsx';

export function LogPage() {
  const { t } = useTranslation('log');
  const list = useListSearch(useSearch({ from: '/shell/log' }), ...LOG_FILTERS);
  const { search } = list;
  const table = useTable('log', { sizes: LOG_PAGE_SIZES, rowPx: 41 });
  const log = useLog(search, table);
  const columns = useLogColumns();
  const texts = useLogTextFilters();
  const open = useLogRow(search.open, log.data?.list);
  const clearLabel = t('log:filter.clear');
  return (
    <>
      <PageHeading />
      <QueryTable
        label={t('log:title')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        query={log}
        filters={
          <FilterBar
            list={list}
            clearLabel={clearLabel}
            filters={[
              { kind: 'text', name: 'device', label: t('log:filter.device'), width: 200 },
              { kind: 'other', name: 'range', node: <RangeFilter list={list} /> },
              {
                kind: 'choice',
                name: 'who',
                label: t('log:filter.who'),
                options: [{ value: 'me', label: t('log:filter.me') }],
              },
              ...texts,
            ]}
          />
        }
        empty={
          list.isFiltered
            ? {
                title: t('log:empty.filtered'),
                body: t('log:empty.filtered-body'),
                action: <Button onClick={list.clear}>{clearLabel}</Button>,
              }
            : { title: t('log:empty.title'), body: t('log:empty.body') }
        }
        onOpenRow={({ id }) => list.set({ open: id })}
        openRowKey={search.open}
        exportName={t('log:file')}
      />
      <LogDrawer row={open} onClose={() => list.set({ open: undefined })} />
    </>
  );
}
