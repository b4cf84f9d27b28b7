import { CheckSquareOutlined } from '@ant-design/icons';
import { Table, type TableColumnType, type TableProps } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyboardScroll } from '../use-keyboard-scroll.ts';
import type { DataColumn } from './data-column.ts';
import { TableCell } from './table-cell.tsx';
import type { DataTableProps, RowSelection } from './table-props.ts';
import type { Density } from './table-search.ts';

const SIZE_OF: Readonly<Record<Density, 'small' | 'medium' | 'large'>> = {
  compact: 'small',
  standard: 'medium',
  spacious: 'large',
};

const DESCENDING_FIRST: ('descend' | 'ascend')[] = ['descend', 'ascend'];

const CONTROLS = 'a, button, input, label, .ant-table-selection-column';

type GridProps<Row> = Omit<DataTableProps<Row>, 'rows'> & { rows: readonly Row[] };

/** The table as a grid, for screens wider than a phone. */
export function TableGrid<Row>(props: GridProps<Row>) {
  const { t } = useTranslation('shell');
  const { table, rows, columns, onOpenRow } = props;
  const first = (table.page - 1) * table.size + 1;
  const frame = useRef<HTMLDivElement>(null);
  useKeyboardScroll(frame, '.ant-table-body, .ant-table-content');
  return (
    <div ref={frame}>
      <Table<Row>
        size={SIZE_OF[table.density]}
        rowKey={props.rowKey}
        dataSource={rows as Row[]}
        columns={columns.map((column) => gridColumn(column, props, first))}
        pagination={false}
        sticky={{ offsetHeader: 48 }}
        scroll={{ x: 'max-content' }}
        showSorterTooltip={false}
        locale={{ triggerAsc: t('shell:table.sort-asc'), triggerDesc: t('shell:table.sort-desc') }}
        rowClassName={(row) =>
          props.rowKey(row) === props.openRowKey ? 'data-table-row is-open' : 'data-table-row'
        }
        {...(props.selection !== undefined && {
          rowSelection: gridSelection(props.selection, props),
        })}
        onRow={(row) => ({
          ...(onOpenRow === undefined
            ? {}
            : {
                onClick: ({ target }) => {
                  // A click on a control inside the row does not open the row.
                  if ((target as Element).closest(CONTROLS) === null) onOpenRow(row);
                },
              }),
        })}
        onChange={(_, __, sorter) => {
          const sorted = Array.isArray(sorter) ? sorter[0] : sorter;
          if (sorted?.order == null) table.set({ sort: undefined, order: undefined });
          else {
            table.set({
              sort: String(sorted.columnKey),
              order: sorted.order === 'descend' ? 'desc' : 'asc',
            });
          }
        }}
      />
    </div>
  );
}

/** Rows without a checkbox have the reason in its place, for screen readers. */
function gridSelection<Row>(
  { title, isSelected, onSelect, labelOf, blockOf }: RowSelection<Row>,
  { rows, rowKey }: GridProps<Row>,
): NonNullable<TableProps<Row>['rowSelection']> {
  return {
    // The library names its checkbox in the heading in English; the bar selects all rows.
    hideSelectAll: true,
    columnTitle: <CheckSquareOutlined className="muted" aria-label={title} title={title} />,
    columnWidth: 40,
    fixed: 'start',
    selectedRowKeys: rows.filter(isSelected).map(rowKey),
    onChange: (_, selected) => onSelect(selected),
    getCheckboxProps: (row) => ({
      disabled: blockOf(row) !== undefined,
      'aria-label': labelOf(row),
    }),
    renderCell: (_, row, __, checkbox) => {
      const block = blockOf(row);
      return block === undefined ? checkbox : <span className="visually-hidden">{block}</span>;
    },
  };
}

function gridColumn<Row>(
  column: DataColumn<Row>,
  props: GridProps<Row>,
  first: number,
): TableColumnType<Row> {
  const { sort, order } = props.table;
  return {
    key: column.key,
    title: column.title,
    // A number ends on the right in every language, where the digits of a column line up.
    align: column.align === 'end' ? 'right' : 'start',
    ...(column.width === undefined ? {} : { width: column.width }),
    ...pinned(column),
    className: cellClass(column),
    ...(column.isSortable === true
      ? {
          sorter: true,
          ...(column.isDescendingFirst === true ? { sortDirections: DESCENDING_FIRST } : {}),
          sortOrder: sort === column.key ? (order === 'desc' ? 'descend' : 'ascend') : null,
        }
      : {}),
    render: (_, row, index) => (
      <TableCell
        column={column}
        row={row}
        index={first + index}
        {...(props.onOpenRow === undefined ? {} : { onOpen: props.onOpenRow })}
      />
    ),
  };
}

/** The title column is pinned to the start if the table is wider than its frame. */
function pinned<Row>(column: DataColumn<Row>): { fixed?: 'start' | 'end' } {
  if (column.isTitle === true) return { fixed: 'start' };
  return column.isPinned === true ? { fixed: 'end' } : {};
}

/** Text may wrap to a second line; numbers, codes and times must not. */
function cellClass<Row>({ isTitle, isLtr, align, isPinned }: DataColumn<Row>): string {
  if (isTitle === true) return 'data-table-title';
  return isLtr === true || align === 'end' || isPinned === true ? 'data-table-unbroken' : '';
}
