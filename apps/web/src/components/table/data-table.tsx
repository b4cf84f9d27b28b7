/** Table component of all screens (docs/design.md 4.1): server-side paging, state in the URL. */
import { FilterOutlined } from '@ant-design/icons';
import { Button, Pagination } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsPhone } from '../../lib/use-media.ts';
import { EmptyState } from '../states/empty-state.tsx';
import { ErrorState } from '../states/error-state.tsx';
import './data-table.css';
import { PageSize } from './page-size.tsx';
import { TableCards } from './table-cards.tsx';
import { TableGrid } from './table-grid.tsx';
import type { DataTableProps } from './table-props.ts';
import { visibleColumns } from './table-search.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import { TableTools } from './table-tools.tsx';

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { table, rows, error, total } = props;
  const { t } = useTranslation('shell');
  const isPhone = useIsPhone();
  const [areFiltersOpen, setFiltersOpen] = useState(false);
  const columns = visibleColumns(props.columns, table.cols);

  let body: ReactNode;
  if (rows === undefined) {
    body =
      error === null ? (
        <TableSkeleton lines={Math.min(table.size, 13)} density={table.density} />
      ) : (
        <ErrorState error={error} onRetry={props.onRetry} />
      );
  } else if (rows.length === 0 && error === null) {
    body = <EmptyState {...props.empty} />;
  } else {
    const Body = isPhone ? TableCards : TableGrid;
    body = (
      <>
        {error !== null && <ErrorState error={error} onRetry={props.onRetry} isCompact />}
        {props.selection?.bar}
        <Body<Row> {...props} rows={rows} columns={columns} />
      </>
    );
  }

  return (
    <section
      className="data-table surface bleed"
      aria-label={props.label}
      aria-busy={props.isFetching}
    >
      <div className="data-table-bar row align-start spread gap-wide">
        <div className="data-table-filters row" data-open={areFiltersOpen}>
          {props.filters}
          {isPhone && props.filters !== undefined && (
            <Button
              className="data-table-more"
              icon={<FilterOutlined />}
              aria-expanded={areFiltersOpen}
              onClick={() => setFiltersOpen(!areFiltersOpen)}
            >
              {t('shell:table.filters')}
            </Button>
          )}
        </div>
        <TableTools {...props} visible={columns} />
      </div>
      <div
        ref={table.frame}
        className="data-table-body"
        data-fetching={props.isFetching && rows !== undefined}
      >
        {body}
      </div>
      {rows !== undefined && total > 0 && (
        <div className="data-table-foot row spread gap-wide">
          <span className="data-table-total muted">{t('shell:table.total', { count: total })}</span>
          <div className="row gap-8">
            <Pagination
              current={table.page}
              pageSize={table.size}
              total={total}
              showSizeChanger={false}
              showLessItems
              simple={isPhone}
              onChange={(page) => table.set({ page })}
            />
            <PageSize table={table} />
          </div>
        </div>
      )}
    </section>
  );
}
