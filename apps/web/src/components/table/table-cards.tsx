import { TableCell } from './table-cell.tsx';
import type { DataTableProps } from './table-props.ts';

/** The table on a phone: one card per row, headed by its title column, or that of the page. */
export function TableCards<Row>(
  props: Omit<DataTableProps<Row>, 'rows'> & { rows: readonly Row[] },
) {
  const { columns, rows, table, onOpenRow, card } = props;
  if (card !== undefined) {
    return (
      <ul className="data-cards">
        {rows.map((row) => (
          <li key={props.rowKey(row)} className="data-card" aria-label={card.label(row)}>
            {card.content(row)}
          </li>
        ))}
      </ul>
    );
  }
  const first = (table.page - 1) * table.size + 1;
  const title = columns.find((column) => column.isTitle === true) ?? columns[0];
  const others = columns.filter((column) => column !== title && column.isTableOnly !== true);
  return (
    <ul className="data-cards">
      {rows.map((row, at) => (
        <li key={props.rowKey(row)} className="data-card">
          {title !== undefined && (
            <div className="data-card-title text-title">
              <TableCell
                column={title}
                row={row}
                index={first + at}
                {...(onOpenRow === undefined ? {} : { onOpen: onOpenRow })}
              />
            </div>
          )}
          <dl>
            {others.map((column) => (
              <div key={column.key}>
                <dt>{column.title}</dt>
                <dd>
                  <TableCell column={column} row={row} index={first + at} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
