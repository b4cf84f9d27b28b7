/** The list of alarms with its drawer and dialogs; filters and page are stored in the address. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../components/table/data-table.tsx';
import { LOG_PAGE_SIZES } from '../../../components/table/table-search.ts';
import { useTable } from '../../../components/table/use-table.ts';
import { present } from '../../../lib/address/search-params.ts';
import { isFiltered, NO_ALARM_FILTERS, readAlarmSearch } from '../alarm-search.ts';
import { useAlarm, useAlarmHistory } from '../api/use-alarms.ts';
import { useAlarmColumns } from '../use-alarm-columns.tsx';
import { useNoteDialog } from './alarm-actions.tsx';
import { AlarmDrawer } from './alarm-drawer.tsx';
import { type AlarmFilterChange, AlarmFilters } from './alarm-filters.tsx';

export function AlarmTable({ actions }: { actions?: ReactNode }) {
  const { t } = useTranslation('alarms');
  const search = readAlarmSearch(useSearch({ strict: false }) as Record<string, unknown>);
  const navigate = useNavigate();
  const table = useTable('alarms', LOG_PAGE_SIZES);
  const history = useAlarmHistory(search, table.page, table.size);
  const { ask, dialog } = useNoteDialog();
  const columns = useAlarmColumns(ask);
  const rows = history.data?.alarm_list;
  const here = rows?.find(({ id }) => id === search.alarm);
  const elsewhere = useAlarm(here === undefined && rows !== undefined ? search.alarm : undefined);
  const set = (part: AlarmFilterChange, replace = false) =>
    void navigate({
      to: '.',
      search: (old: Record<string, unknown>) => present({ ...old, ...part }) as never,
      replace,
      resetScroll: false,
    });
  const filter = (part: AlarmFilterChange) => set({ ...part, page: undefined });

  return (
    <>
      {here === undefined && elsewhere.data === null && (
        <Alert
          type="warning"
          showIcon
          role="status"
          title={t('errors:reason.not-found')}
          closable={{
            'aria-label': t('common:dismiss'),
            onClose: () => set({ alarm: undefined }, true),
          }}
        />
      )}
      <DataTable
        label={t('alarms:title.history')}
        table={table}
        columns={columns}
        rowKey={(row) => row.id}
        rows={rows}
        total={history.data?.total ?? 0}
        isFetching={history.isFetching}
        error={history.error}
        onRetry={() => void history.refetch()}
        filters={<AlarmFilters search={search} onChange={filter} />}
        actions={actions}
        empty={
          isFiltered(search)
            ? {
                title: t('alarms:empty.filtered'),
                body: t('alarms:empty.filtered-body'),
                action: (
                  <Button onClick={() => filter(NO_ALARM_FILTERS)}>
                    {t('alarms:filter.clear')}
                  </Button>
                ),
              }
            : { title: t('alarms:empty.history'), body: t('alarms:empty.history-body') }
        }
        onOpenRow={(row) => set({ alarm: row.id })}
        openRowKey={search.alarm}
        exportPage={history.readPage}
        exportName={t('alarms:file')}
      />
      <AlarmDrawer
        alarm={here ?? elsewhere.data ?? undefined}
        onAsk={ask}
        onClose={() => set({ alarm: undefined }, true)}
      />
      {dialog}
    </>
  );
}
