import type { ReactNode } from 'react';
import type { DataColumn } from './data-column.ts';

interface TableCellProps<Row> {
  column: DataColumn<Row>;
  row: Row;
  index: number;
  onOpen?: (row: Row) => void;
}

/** Content of a cell: drawn, or its value with a dash for none; the title cell opens the row. */
export function TableCell<Row>({ column, row, index, onOpen }: TableCellProps<Row>) {
  let content: ReactNode =
    column.render === undefined ? plain(column.value(row)) : column.render(row, index);
  if (column.isLtr === true) content = <bdi className="ltr">{content}</bdi>;
  if (column.isTitle === true && onOpen !== undefined) {
    content = (
      <button type="button" className="data-table-open" onClick={() => onOpen(row)}>
        {content}
      </button>
    );
  }
  return content;
}

function plain(value: string | number | null | undefined): string {
  return value === null || value === undefined || value === '' ? '–' : String(value);
}
