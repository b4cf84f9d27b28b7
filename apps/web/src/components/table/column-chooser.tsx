/** Selects visible columns and their order; at least one column is always visible. */
import { ArrowDownOutlined, ArrowUpOutlined, TableOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from './data-column.ts';
import type { TableState } from './use-table.ts';

interface ColumnChooserProps<Row> {
  table: TableState;
  columns: readonly DataColumn<Row>[];
  visible: readonly DataColumn<Row>[];
}

export function ColumnChooser<Row>({ table, columns, visible }: ColumnChooserProps<Row>) {
  const { t } = useTranslation('shell');
  const shown = visible.map((column) => column.key);
  const hidden = columns.filter((column) => !shown.includes(column.key));
  const show = (keys: readonly string[]) => table.set({ cols: keys.join(',') });

  const move = (key: string, by: 1 | -1) => {
    const from = shown.indexOf(key);
    const keys = [...shown];
    keys.splice(from, 1);
    keys.splice(from + by, 0, key);
    show(keys);
  };

  const list = (
    <div className="column-chooser">
      <ul>
        {[...visible, ...hidden].map((column) => {
          const at = shown.indexOf(column.key);
          return (
            <li key={column.key}>
              <Checkbox
                checked={at >= 0}
                disabled={at >= 0 && shown.length === 1}
                onChange={({ target }) =>
                  show(
                    target.checked
                      ? [...shown, column.key]
                      : shown.filter((key) => key !== column.key),
                  )
                }
              >
                {column.title}
              </Checkbox>
              {at >= 0 && (
                <span className="nowrap">
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowUpOutlined />}
                    disabled={at === 0}
                    aria-label={t('shell:table.column-earlier', { column: column.title })}
                    onClick={() => move(column.key, -1)}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowDownOutlined />}
                    disabled={at === shown.length - 1}
                    aria-label={t('shell:table.column-later', { column: column.title })}
                    onClick={() => move(column.key, 1)}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <Button type="link" size="small" onClick={table.resetHabits}>
        {t('shell:table.columns-reset')}
      </Button>
    </div>
  );

  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      title={t('shell:table.columns')}
      content={list}
    >
      <Button
        type="text"
        icon={<TableOutlined />}
        aria-label={t('shell:table.columns')}
        title={t('shell:table.columns')}
      />
    </Popover>
  );
}
