/** The list of alarms with its drawer and dialogs; filters and page are stored in the URL. */
import { useSearch } from '@tanstack/react-router';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceSelect } from '../../../components/fields/device-select.tsx';
import { FilterBar } from '../../../components/forms/filter-bar.tsx';
import { RangeFilter } from '../../../components/forms/range-filter.tsx';
import { StepLink } from '../../../components/states/step-link.tsx';
import { QueryTable } from '../../../components/table/query-table.tsx';
import { LOG_PAGE_SIZES } from '../../../components/table/table-search.ts';
import { useListSearch } from '../../../components/table/use-list-search.ts';
import { useTable } from '../../../components/table/use-table.ts';
import { ALL_ALARM_TYPES, alarmName } from '../../../device-kit/alarm.ts';
import { ALARM_FILTERS, readAlarmSearch } from '../alarm-search.ts';
import { useAlarm, useAlarmHistory } from '../api/use-alarm-history.ts';
import { useAlarmColumns } from '../use-alarm-columns.tsx';
import { useAlarmSelection } from '../use-alarm-selection.tsx';
import { useStateFilters } from '../use-state-filters.ts';
import { useNoteDialog } from './alarm-actions.tsx';
import { AlarmDrawer } from './alarm-drawer.tsx';

interface AlarmTableProps {
  readonly actions?: ReactNode;
  /** Shows the alarms of this device only, without the choice of a device. */
  readonly device?: string;
}

export function AlarmTable({ actions, device }: AlarmTableProps) {
  const { t } = useTranslation('alarms');
  const list = useListSearch(
    readAlarmSearch(useSearch({ strict: false }) as Record<string, unknown>),
    ...ALARM_FILTERS,
  );
  const { search } = list;
  const table = useTable('alarms', { sizes: LOG_PAGE_SIZES, rowPx: 41 });
  const history = useAlarmHistory(device === undefined ? search : { ...search, device }, table);
  const { ask, dialog } = useNoteDialog();
  const columns = useAlarmColumns(ask);
  const states = useStateFilters();
  const rows = history.data?.list;
  const filters = ALARM_FILTERS.map((name) => search[name]);
  const selection = useAlarmSelection(
    rows ?? [],
    JSON.stringify([device, table.page, table.size, filters]),
  );
  const here = rows?.find(({ id }) => id === search.alarm);
  const elsewhere = useAlarm(here === undefined && rows !== undefined ? search.alarm : undefined);
  const close = () => list.set({ alarm: undefined });
  const clearLabel = t('alarms:filter.clear');
  return (
    <>
      {here === undefined && elsewhere.data === null && (
        <Alert
          type="warning"
          showIcon
          role="status"
          title={t('errors:reason.not-found')}
          closable={{ 'aria-label': t('common:dismiss'), onClose: close }}
        />
      )}
      <QueryTable
        label={t('alarms:title.history')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        query={history}
        filters={
          <FilterBar
            list={list}
            clearLabel={clearLabel}
            filters={[
              ...(device === undefined
                ? [
                    {
                      kind: 'other' as const,
                      name: 'device',
                      node: (
                        <DeviceSelect
                          value={search.device}
                          onChange={(chosen) => list.filter({ device: chosen })}
                        />
                      ),
                    },
                  ]
                : []),
              { kind: 'other', name: 'range', node: <RangeFilter list={list} /> },
              {
                kind: 'choice',
                name: 'type',
                label: t('alarms:column.type'),
                options: ALL_ALARM_TYPES.map((type) => ({
                  value: alarmName(type),
                  label: t(`alarms:type.${type}`),
                })),
              },
              {
                kind: 'choice',
                name: 'kind',
                label: t('alarms:column.kind'),
                options: (['alarm', 'warning'] as const).map((value) => ({
                  value,
                  label: t(`alarms:kind.${value}`),
                })),
              },
              ...states,
            ]}
          />
        }
        actions={actions}
        empty={
          list.isFiltered
            ? {
                title: t('alarms:empty.filtered'),
                body: t('alarms:empty.filtered-body'),
                action: <Button onClick={list.clear}>{clearLabel}</Button>,
              }
            : {
                title: t('alarms:empty.history'),
                body: t('alarms:empty.history-body'),
                action: <StepLink step="alarm-rules" />,
              }
        }
        selection={selection}
        onOpenRow={(row) => list.set({ alarm: row.id })}
        openRowKey={search.alarm}
        exportName={t('alarms:file')}
      />
      <AlarmDrawer alarm={here ?? elsewhere.data ?? undefined} onAsk={ask} onClose={close} />
      {dialog}
    </>
  );
}
