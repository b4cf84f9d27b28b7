/** The audit trail: every action, sign-in and downloaded file, and the state of its hash chain. */

import { DownloadOutlined } from '@ant-design/icons';
import { useSearch } from '@tanstack/react-router';
import { App, Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../components/forms/filter-bar.tsx';
import { RangeFilter } from '../../../components/forms/range-filter.tsx';
import { PageHeading } from '../../../components/menu/page-heading.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { LOG_PAGE_SIZES } from '../../../components/table/table-search.ts';
import { useListSearch } from '../../../components/table/use-list-search.ts';
import { useTable } from '../../../components/table/use-table.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useIsInRootGroup } from '../../../lib/session/use-may.ts';
import { useAudit, useAuditEntry, useAuditFile } from '../api/use-audit.ts';
import { useAuditWalk } from '../api/use-audit-walk.ts';
import { useAuditColumns } from '../use-audit-columns.tsx';
import '../audit.css';
import type { SearchChange } from '../../../components/table/use-list-search.ts';
import { useLogTextFilters } from '../../log/use-log-text-filters.ts';
import { AUDIT_FILTERS, AUDIT_KINDS, type AuditSearch } from '../audit-search.ts';
import { AuditDrawer } from './audit-drawer.tsx';
import { ChainLine } from './chain-line.tsx';
import { SearchedLine } from './searched-line.tsx';

export function AuditTrailPage() {
  const { t } = useTranslation(['audit', 'log']);
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { language } = useLanguage();
  const list = useListSearch(useSearch({ from: '/shell/audit' }), ...AUDIT_FILTERS);
  const { search, isFiltered } = list;
  const texts = useLogTextFilters(true);
  const clearLabel = t('log:filter.clear');
  const table = useTable('audit', { sizes: LOG_PAGE_SIZES });
  const trail = useAudit(search, table);
  const file = useAuditFile(search, `${t('audit:file')}.csv`, language);
  const columns = useAuditColumns();
  const isInRootGroup = useIsInRootGroup();
  const line = useRef<HTMLParagraphElement>(null);
  const { walk, ...further } = useAuditWalk(search, table, {
    onBefore: (before) => filter({ before }),
    onEnd: ({ from }) => {
      const { activeElement } = document;
      // The button disappears while it has the focus, so the focus moves to the line with the
      // reason. A focus elsewhere is not moved.
      const isHere = line.current?.parentElement?.contains(activeElement) === true;
      if (from === null && (isHere || activeElement === document.body)) line.current?.focus();
    },
  });
  const from = (table.page - 1) * table.size;
  const rows = walk?.rows.slice(from, from + table.size) ?? trail.data?.data.list;
  const searchedFrom = walk === undefined ? (trail.data?.data.searched_from ?? null) : walk.from;
  const open = useAuditEntry(search.open, rows);

  const filter = (part: SearchChange<AuditSearch>) =>
    list.filter({ before: undefined, ...part, open: undefined });
  const show = (open: number | undefined) => list.set({ open });

  return (
    <>
      <PageHeading />
      {isInRootGroup && <ChainLine onShow={show} />}
      <SearchedLine
        lineRef={line}
        from={searchedFrom}
        before={search.before}
        walk={walk}
        onNewest={() => {
          further.forget();
          filter({ before: undefined });
          line.current?.focus();
        }}
        onFurther={further.goFrom}
        onStop={further.stop}
      />
      <DataTable
        label={t('audit:title')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        rows={rows}
        total={walk?.rows.length ?? trail.data?.data.total ?? 0}
        isFetching={trail.isFetching}
        error={walk === undefined ? trail.error : walk.error}
        onRetry={() => (walk?.from == null ? void trail.refetch() : further.goFrom(walk.from))}
        filters={
          <FilterBar
            list={{ ...list, filter }}
            clearLabel={clearLabel}
            filters={[
              { kind: 'text', name: 'text', label: t('audit:filter.text'), width: 220 },
              { kind: 'text', name: 'device', label: t('log:filter.device'), width: 180 },
              { kind: 'other', name: 'range', node: <RangeFilter list={list} /> },
              {
                kind: 'choice',
                name: 'kind',
                label: t('audit:filter.kind'),
                options: AUDIT_KINDS.map((value) => ({ value, label: t(`audit:kind.${value}`) })),
                isSearched: true,
              },
              ...texts,
            ]}
          />
        }
        actions={
          <Button
            icon={<DownloadOutlined />}
            loading={file.isPending}
            onClick={() =>
              file.mutate(undefined, {
                onError: (error) => void message.error(errorText(error)),
              })
            }
          >
            {t('audit:export')}
          </Button>
        }
        empty={
          isFiltered
            ? {
                title: t(searchedFrom === null ? 'audit:empty.filtered' : 'audit:empty.searched'),
                body: t(
                  searchedFrom === null ? 'log:empty.filtered-body' : 'audit:empty.searched-body',
                ),
                action: <Button onClick={list.clear}>{clearLabel}</Button>,
              }
            : { title: t('audit:empty.title'), body: t('audit:empty.body') }
        }
        onOpenRow={(row) => show(row.id)}
        openRowKey={search.open}
      />
      <AuditDrawer entry={open} onClose={() => show(undefined)} onFilter={filter} />
    </>
  );
}
