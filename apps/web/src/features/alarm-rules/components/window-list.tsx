/** Maintenance windows: alarms within them are stored, but no notifications are sent. */

import { PlusOutlined } from '@ant-design/icons';
import { Button, Pagination } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SimulatedTag } from '../../../components/device-tree/device-name.tsx';
import { useAction } from '../../../components/forms/use-action.ts';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Loaded } from '../../../components/states/loaded.tsx';
import { Moment } from '../../../components/values/moment.tsx';
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
  const { data } = windows;
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
      <Loaded
        query={windows}
        empty={<EmptyState title={t('alarms:windows.none')} body={t('alarms:windows.none-body')} />}
      >
        {({ list }) => <WindowTable rows={list} isAdmin={isAdmin} />}
      </Loaded>
      {data !== undefined && data.total > PAGE_ROWS && (
        <Pagination current={page} pageSize={PAGE_ROWS} total={data.total} onChange={setPage} />
      )}
      {isAdding && <WindowDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function WindowTable({ rows, isAdmin }: { rows: readonly AlarmWindow[]; isAdmin: boolean }) {
  const { t } = useTranslation('alarms');
  const send = useWindowChanges();
  const { run } = useAction();
  const now = useNow(MINUTE_MS);
  const stop = ({ id }: AlarmWindow) =>
    run(
      () => send('v2.alarm-windows.cancel', { params: { id: String(id) } }),
      t('alarms:windows.ended'),
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
                <SimulatedTag code={row.device_code ?? ''} />
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
                      onClick={() => void stop(row)}
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
