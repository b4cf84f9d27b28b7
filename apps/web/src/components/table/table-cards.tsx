import { Checkbox } from 'antd';
import { TableCell } from './table-cell.tsx';
import type { DataTableProps, RowSelection } from './table-props.ts';

/** The table on a phone: one card per row, headed by its title column, or that of the page. */
export function TableCards<Row>(
  props: Omit<DataTableProps<Row>, 'rows'> & { rows: readonly Row[] },
) {
  const { columns, rows, table, onOpenRow, card, selection } = props;
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
            <div
              className={`data-card-title text-title${selection === undefined ? '' : ' line gap-12'}`}
            >
              {selection !== undefined && (
                <CardCheckbox row={row} rows={rows} selection={selection} />
              )}
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

interface CardCheckboxProps<Row> {
  readonly row: Row;
  readonly rows: readonly Row[];
  readonly selection: RowSelection<Row>;
}

function CardCheckbox<Row>({ row, rows, selection }: CardCheckboxProps<Row>) {
  const { isSelected, onSelect, labelOf, blockOf } = selection;
  const block = blockOf(row);
  if (block !== undefined) return <span className="visually-hidden">{block}</span>;
  return (
    <Checkbox
      checked={isSelected(row)}
      aria-label={labelOf(row)}
      onChange={() => onSelect(rows.filter((one) => isSelected(one) !== (one === row)))}
    />
  );
}
