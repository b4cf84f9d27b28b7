import { formatShort } from '@busbar/domain/formats/number-format';
import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/use-language.ts';
import type { DataColumn } from './data-column.ts';

interface TableCellProps<Row> {
  column: DataColumn<Row>;
  row: Row;
  index: number;
  onOpen?: (row: Row) => void;
}

/**
 * Content of a cell: the result of `render`, or the value, or a dash if there is none; the title
 * cell opens the row.
 */
export function TableCell<Row>({ column, row, index, onOpen }: TableCellProps<Row>) {
  const { tag } = useLanguage();
  let content: ReactNode =
    column.render === undefined ? plain(column.value(row), tag) : column.render(row, index);
  if (column.isLtr === true) content = <bdi className="ltr">{content}</bdi>;
  if (column.isTitle === true && onOpen !== undefined) {
    content = (
      <button
        type="button"
        className="data-table-open"
        data-empty={!column.value(row)}
        onClick={() => onOpen(row)}
      >
        {content}
      </button>
    );
  }
  return content;
}

function plain(value: string | number | null | undefined, tag: string): string {
  if (typeof value === 'number') return formatShort(value, 6, tag);
  return value || '–';
}
