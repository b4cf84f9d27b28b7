/** The one table of the product (ui.md, "Every table"): server paging, state in the address. */
import { FilterOutlined } from '@ant-design/icons';
import { Button, Pagination } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../lib/api-error.ts';
import { useIsPhone } from '../../lib/use-media.ts';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import type { DataColumn } from './data-column.ts';
import './data-table.css';
import { TableCards } from './table-cards.tsx';
import { TableGrid } from './table-grid.tsx';
import { visibleColumns } from './table-search.ts';
import { TableSkeleton } from './table-skeleton.tsx';
import { TableTools } from './table-tools.tsx';
import type { TableState } from './use-table.ts';

export interface DataTableProps<Row> {
  /** What the table lists; names it for screen readers. */
  label: string;
  table: TableState;
  columns: readonly DataColumn<Row>[];
  rowKey: (row: Row) => string | number;
  /** Rows of the page; undefined until the first answer. Old rows stay during a refetch. */
  rows: readonly Row[] | undefined;
  total: number;
  isFetching: boolean;
  error: ApiError | null;
  onRetry: () => void;
  /** Filters, left of the tools. */
  filters?: ReactNode;
  /** Buttons such as "Add", at the end of the tools. */
  actions?: ReactNode;
  /** Why there is nothing, and what next. */
  empty: { title: string; body?: ReactNode; action?: ReactNode };
  onOpenRow?: (row: Row) => void;
  openRowKey?: string | number | undefined;
  /** Reads any page of the filtered set; with it the table can be exported. */
  exportPage?: (page: number, size: number) => Promise<{ rows: readonly Row[]; total: number }>;
  /** File name of the export without its ending. */
  exportName?: string;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { table, rows, error, total } = props;
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const [areFiltersOpen, setFiltersOpen] = useState(false);
  const columns = visibleColumns(props.columns, table.cols);

  let body: ReactNode;
  if (rows === undefined) {
    body =
      error === null ? (
        <TableSkeleton lines={Math.min(table.size, 13)} />
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
        <Body<Row> {...props} rows={rows} columns={columns} />
      </>
    );
  }

  return (
    <section className="data-table" aria-label={props.label} aria-busy={props.isFetching}>
      <div className="data-table-bar">
        <div className="data-table-filters" data-open={areFiltersOpen}>
          {props.filters}
          {isPhone && props.filters !== undefined && (
            <Button
              className="data-table-more"
              icon={<FilterOutlined />}
              aria-expanded={areFiltersOpen}
              onClick={() => setFiltersOpen(!areFiltersOpen)}
            >
              {t('table.filters')}
            </Button>
          )}
        </div>
        <TableTools {...props} visible={columns} />
      </div>
      <div className="data-table-body" data-fetching={props.isFetching && rows !== undefined}>
        {body}
      </div>
      {rows !== undefined && total > 0 && (
        <div className="data-table-foot">
          <span className="data-table-total">{t('table.total', { count: total })}</span>
          <Pagination
            current={table.page}
            pageSize={table.size}
            total={total}
            showSizeChanger={{ 'aria-label': t('table.page-size') }}
            pageSizeOptions={[...table.sizes]}
            showLessItems
            simple={isPhone}
            onChange={(page, size) => table.set(size === table.size ? { page } : { size, page: 1 })}
          />
        </div>
      )}
    </section>
  );
}
