/** Buttons of a table: refresh, density, columns and export. */
import { ColumnHeightOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Dropdown, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { ColumnChooser } from './column-chooser.tsx';
import type { DataColumn } from './data-column.ts';
import { TableExport } from './table-export.tsx';
import type { DataTableProps } from './table-props.ts';
import { DENSITIES, type Density } from './table-search.ts';

export function TableTools<Row>(
  props: DataTableProps<Row> & { visible: readonly DataColumn<Row>[] },
) {
  const { t } = useTranslation('shell');
  const { table, visible, columns, exportPage, exportName } = props;
  return (
    <div className="data-table-tools line gap-2 push touch">
      {exportPage !== undefined && (
        <TableExport
          columns={visible}
          total={props.total}
          readPage={exportPage}
          fileName={exportName ?? 'busbar'}
        />
      )}
      <Dropdown
        trigger={['click']}
        menu={{
          selectable: true,
          selectedKeys: [table.density],
          items: DENSITIES.map((key) => ({ key, label: t(`shell:table.density.${key}`) })),
          onClick: ({ key }) => table.set({ density: key as Density }),
        }}
      >
        <Button
          type="text"
          icon={<ColumnHeightOutlined />}
          aria-label={t('shell:table.density-label')}
          title={t('shell:table.density-label')}
        />
      </Dropdown>
      <ColumnChooser table={table} columns={columns} visible={visible} />
      <Tooltip title={t('shell:table.refresh')}>
        <Button
          type="text"
          icon={<ReloadOutlined spin={props.isFetching} />}
          aria-label={t('shell:table.refresh')}
          onClick={props.onRetry}
        />
      </Tooltip>
      {props.actions}
    </div>
  );
}
