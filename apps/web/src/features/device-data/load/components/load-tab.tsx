/** Load: load duration curve and daily profile. */
import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../../components/states/empty-state.tsx';
import { ErrorState } from '../../../../components/states/error-state.tsx';
import { useLoad } from '../../api/use-load.ts';
import { SpanTools } from '../../history/components/span-tools.tsx';
import { useHistorySpan } from '../../history/use-history-span.ts';
import { spanFileName } from '../../pictures/load-file.ts';
import { dailyProfile, loadDuration } from '../load-shape.ts';
import { DailyHeat } from './daily-heat.tsx';
import { LoadDurationPanel } from './load-duration-panel.tsx';
import './load-tab.css';

/** A heat map with more rows is not readable. */
const MAX_DAYS = 62;

export function LoadTab({ code, name }: { code: string; name: string }) {
  const { t } = useTranslation(['analysis', 'data']);
  const history = useHistorySpan();
  const { span, zone } = history;
  const { data, error, columns, startMs, refetch } = useLoad(code, span, zone);
  const wholeMs = Math.min(Date.now(), columns?.endMs ?? 0) - startMs;
  const duration = useMemo(
    () => (columns === undefined ? undefined : loadDuration(data ?? [], columns.columnMs, wholeMs)),
    [data, columns, wholeMs],
  );
  const profile = useMemo(() => dailyProfile(data ?? [], zone, MAX_DAYS), [data, zone]);
  return (
    <div className="history stack">
      <div className="row gap-wide inset">
        <SpanTools history={history} />
      </div>
      {columns === undefined && <EmptyState title={t('analysis:load.too-long')} />}
      {columns !== undefined && error !== null && data === undefined && (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
      {columns !== undefined && error === null && data === undefined && (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      )}
      {data?.length === 0 && (
        <EmptyState title={t('data:table.empty')} body={t('data:table.empty-body')} />
      )}
      {duration !== undefined && columns !== undefined && (
        <LoadDurationPanel
          duration={duration}
          columnMs={columns.columnMs}
          deviceName={name}
          span={span}
          fileName={spanFileName(`load-duration-${code}`, span, zone)}
        />
      )}
      {profile !== undefined && (
        <DailyHeat
          profile={profile}
          most={MAX_DAYS}
          deviceName={name}
          span={span}
          fileName={spanFileName(`load-profile-${code}`, span, zone)}
        />
      )}
    </div>
  );
}
