/** Maintenance windows: alarms within them are stored, but no notifications are sent. */
import { PlusOutlined } from '@ant-design/icons';
import { App, Button, Pagination, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { Moment } from '../../../components/values/moment.tsx';
import { useErrorText } from '../../../i18n/error-text.ts';
import { useMay } from '../../../lib/session/use-may.ts';
import { useNow } from '../../../lib/use-now.ts';
import { type AlarmWindow, useWindowChanges, useWindows } from '../api/use-rules.ts';
import { WindowDialog } from './window-dialog.tsx';

const PAGE_ROWS = 13;
const MINUTE_MS = 60_000;

export function WindowList() {
  const { t } = useTranslation('alarms');
  const isAdmin = useMay('alarm.configure');
  const [page, setPage] = useState(1);
  const windows = useWindows(page, PAGE_ROWS);
  const [isAdding, setAdding] = useState(false);
  const { data, error } = windows;
  return (
    <>
      <div className="alarm-rules__head row align-start spread gap-wide">
        <p className="muted prose below">{t('alarms:windows.about')}</p>
        {isAdmin && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t('alarms:windows.add')}
          </Button>
        )}
      </div>
      {data === undefined && error === null && (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      )}
      {error !== null && (
        <ErrorState
          error={error}
          onRetry={() => void windows.refetch()}
          isCompact={data !== undefined}
        />
      )}
      {data !== undefined && data.list.length === 0 && (
        <EmptyState title={t('alarms:windows.none')} body={t('alarms:windows.none-body')} />
      )}
      {data !== undefined && data.list.length > 0 && (
        <WindowTable rows={data.list} isAdmin={isAdmin} />
      )}
      {data !== undefined && data.total > PAGE_ROWS && (
        <Pagination current={page} pageSize={PAGE_ROWS} total={data.total} onChange={setPage} />
      )}
      {isAdding && <WindowDialog onDone={() => setAdding(false)} />}
    </>
  );
}

function WindowTable({ rows, isAdmin }: { rows: readonly AlarmWindow[]; isAdmin: boolean }) {
  const { t } = useTranslation('alarms');
  const { message } = App.useApp();
  const errorText = useErrorText();
  const { end, followed } = useWindowChanges();
  const now = useNow(MINUTE_MS);
  const stop = ({ id }: AlarmWindow) =>
    end.mutate(
      { params: { id: String(id) } },
      {
        onSuccess: () => void message.success(t('alarms:windows.ended')),
        onError: (error) => void message.error(errorText(error)),
        onSettled: () => void followed(),
      },
    );
  return (
    <table className="plain-table folds" aria-label={t('alarms:windows.title')}>
      <thead>
        <tr>
          <th scope="col">{t('alarms:windows.of')}</th>
          <th scope="col">{t('alarms:windows.from')}</th>
          <th scope="col">{t('alarms:windows.to')}</th>
          <th scope="col">{t('alarms:windows.reason')}</th>
          <th scope="col">{t('alarms:windows.by')}</th>
          <th scope="col">{t('alarms:column.state')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const of = row.device_name ?? row.group_name ?? '–';
          const state = stateOf(row, now);
          return (
            <tr key={row.id}>
              <th scope="row">
                <bdi title={row.device_code ?? undefined}>{of}</bdi>
              </th>
              <td data-label={t('alarms:windows.from')}>
                <Moment at={row.from} />
              </td>
              <td data-label={t('alarms:windows.to')}>
                <Moment at={row.to} />
              </td>
              <td data-label={t('alarms:windows.reason')}>
                <bdi>{row.reason}</bdi>
              </td>
              <td data-label={t('alarms:windows.by')}>
                <bdi>{row.created_by}</bdi>
              </td>
              <td data-label={t('alarms:column.state')}>
                <span className="row inline gap-text">
                  {t(`alarms:windows.state.${state}`)}
                  {isAdmin && (state === 'running' || state === 'coming') && (
                    <Button
                      size="small"
                      aria-label={t('alarms:windows.end-of', { name: of })}
                      onClick={() => stop(row)}
                    >
                      {t('alarms:windows.end')}
                    </Button>
                  )}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function stateOf({ from, to, cancelled_at }: AlarmWindow, now: number) {
  if (cancelled_at !== null) return 'cancelled';
  if (to <= now) return 'over';
  return from <= now ? 'running' : 'coming';
}
