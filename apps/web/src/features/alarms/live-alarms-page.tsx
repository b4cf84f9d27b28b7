/**
 * Real-time alarms (docs/specification/alarms.md 5.2, `/realalarm`): active alarms, most urgent
 * first. A new alarm is inserted at its position. The code does not reorder existing rows, so the
 * focus is preserved.
 */

import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { TableSkeleton } from '../../components/table/table-skeleton.tsx';
import { useNow } from '../../lib/use-now.ts';
import { useLiveAlarms } from './api/use-alarms.ts';
import { useAlarmRights, useNoteDialog } from './components/alarm-actions.tsx';
import { BulkBar } from './components/bulk-bar.tsx';
import { LiveAlarm } from './components/live-alarm.tsx';
import { LiveTools } from './components/live-tools.tsx';
import { type LiveView, shownLive } from './live-view.ts';
import './alarms.css';
import { StepLink } from '../../components/states/step-link.tsx';

const SKELETON_LINES = 8;
const MINUTE_MS = 60_000;
const NONE: ReadonlySet<number> = new Set();

export function LiveAlarmsPage() {
  const { t } = useTranslation('alarms');
  const live = useLiveAlarms();
  const { ask, dialog } = useNoteDialog();
  const [view, setView] = useState<LiveView>('all');
  const { mayDeal } = useAlarmRights();
  const [selected, setSelected] = useState<ReadonlySet<number>>(NONE);
  const select = useCallback((id: number, isSelected: boolean) => {
    setSelected((old) =>
      isSelected ? new Set(old).add(id) : new Set([...old].filter((one) => one !== id)),
    );
  }, []);
  const now = useNow(MINUTE_MS);
  const { data, error } = live;
  const rows = shownLive(data?.alarm_list ?? [], view, now);
  return (
    <div className="surface">
      <PageHeading />
      <LiveTools view={view} onView={setView} />
      <p className="visually-hidden" role="status">
        {data === undefined ? '' : t('alarms:live.standing', { number: data.total })}
      </p>
      {data !== undefined && error !== null && (
        <ErrorState error={error} onRetry={() => void live.refetch()} isCompact />
      )}
      {data === undefined && error === null && <TableSkeleton lines={SKELETON_LINES} />}
      {data === undefined && error !== null && (
        <ErrorState error={error} onRetry={() => void live.refetch()} />
      )}
      {data !== undefined && rows.length === 0 && (
        <EmptyState
          title={t(data.total === 0 ? 'alarms:live.none' : 'alarms:live.none-here')}
          body={t('alarms:live.none-body')}
          action={<StepLink step="alarm-rules" />}
        />
      )}
      {mayDeal && <BulkBar rows={rows} selected={selected} onSelect={setSelected} />}
      {rows.length > 0 && (
        <ol className="live-alarms" aria-label={t('alarms:title.live')}>
          {rows.map((alarm) => (
            <LiveAlarm
              key={alarm.id}
              alarm={alarm}
              onAsk={ask}
              isSelected={selected.has(alarm.id)}
              onSelect={mayDeal ? select : undefined}
            />
          ))}
        </ol>
      )}
      {data !== undefined && data.total > data.alarm_list.length && (
        <p className="alarm-live__more muted">
          {t('alarms:live.more', { number: data.total - data.alarm_list.length })}
        </p>
      )}
      {dialog}
    </div>
  );
}
