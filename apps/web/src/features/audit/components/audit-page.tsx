/** The audit trail: every action, sign-in and downloaded file, and the state of its hash chain. */
import { DownloadOutlined } from '@ant-design/icons';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { App, Button } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../components/table/data-table.tsx';
import { LOG_PAGE_SIZES } from '../../../components/table/table-search.ts';
import { useTable } from '../../../components/table/use-table.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { present } from '../../../lib/address/search-params.ts';
import { useIsInRootGroup } from '../../../lib/session/use-may.ts';
import { useAudit, useAuditEntry, useAuditFile } from '../api/use-audit.ts';
import { useAuditWalk } from '../api/use-audit-walk.ts';
import { useAuditColumns } from '../use-audit-columns.tsx';
import '../audit.css';
import { AuditDrawer } from './audit-drawer.tsx';
import { type AuditFilterChange, AuditFilters, isFiltered, NO_FILTERS } from './audit-filters.tsx';
import { ChainLine } from './chain-line.tsx';
import { SearchedLine } from './searched-line.tsx';

export function AuditTrailPage() {
  const { t } = useTranslation(['audit', 'log']);
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { language } = useLanguage();
  const search = useSearch({ from: '/shell/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const table = useTable('audit', LOG_PAGE_SIZES);
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

  const filter = (part: AuditFilterChange) =>
    void navigate({
      search: (old) =>
        present({ ...old, before: undefined, ...part, page: undefined, open: undefined }),
    });
  const show = (id: number | undefined) =>
    void navigate({
      search: (old) => present({ ...old, open: id }),
      replace: id === undefined,
      resetScroll: false,
    });

  return (
    <>
      <h1 className="visually-hidden">{t('audit:title')}</h1>
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
        filters={<AuditFilters search={search} onChange={filter} />}
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
          isFiltered(search)
            ? {
                title: t(searchedFrom === null ? 'audit:empty.filtered' : 'audit:empty.searched'),
                body: t(
                  searchedFrom === null ? 'log:empty.filtered-body' : 'audit:empty.searched-body',
                ),
                action: <Button onClick={() => filter(NO_FILTERS)}>{t('log:filter.clear')}</Button>,
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
