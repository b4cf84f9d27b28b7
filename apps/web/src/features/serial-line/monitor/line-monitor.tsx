/** The line monitor of a DTU: counts, faults and the last frames of its serial line. */
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../components/states/error-state.tsx';
import { LineFrames } from './line-frames.tsx';
import { LineSummary } from './line-summary.tsx';
import { type LineReport, useLineMonitor } from './use-line-monitor.ts';
import './line-monitor.css';

/** A connected DTU has been reported after this time. */
const FIRST_REPORT_MS = 6_000;
/** An older report is from before the connection was lost. */
const MAX_AGE_MS = 10_000;

export function LineMonitor({ code }: { code: string }) {
  const { t } = useTranslation('line-monitor');
  /** Start of the present look; undefined while it is stopped. */
  const [startedAt, setStartedAt] = useState<number>();
  /** A report of an earlier visit is not shown. */
  const [hasStarted, setHasStarted] = useState(false);
  const isRunning = startedAt !== undefined;
  const { data, error, dataUpdatedAt, refetch } = useLineMonitor(code, isRunning);
  const lastsMs = isRunning ? dataUpdatedAt - startedAt : Number.POSITIVE_INFINITY;
  const startOrStop = () => {
    setStartedAt(isRunning ? undefined : Date.now());
    setHasStarted(true);
  };
  return (
    <section className="tile" aria-label={t('line-monitor:title')}>
      <header className="tile__head">
        <h2>{t('line-monitor:title')}</h2>
        <Button size="small" onClick={startOrStop}>
          {t(isRunning ? 'line-monitor:stop' : 'line-monitor:start')}
        </Button>
      </header>
      <div className="tile__body stack gap-16">
        <p className="muted prose">{t('line-monitor:about')}</p>
        {error !== null && <ErrorState error={error} onRetry={() => void refetch()} isCompact />}
        {hasStarted && data !== undefined && <Report code={code} report={data} lastsMs={lastsMs} />}
      </div>
    </section>
  );
}

interface ReportProps {
  readonly code: string;
  readonly report: LineReport | null;
  /** Time since the monitor was started. */
  readonly lastsMs: number;
}

function Report({ report, lastsMs }: ReportProps) {
  const { t } = useTranslation('line-monitor');
  const isOld = report === null || report.age_ms > MAX_AGE_MS;
  if (isOld && lastsMs < FIRST_REPORT_MS) {
    return <p role="status">{t('line-monitor:waiting')}</p>;
  }
  return (
    <>
      {isOld && <p role="status">{t('line-monitor:not-connected')}</p>}
      {report !== null && (
        <>
          <LineSummary report={report} />
          <LineFrames frames={report.frames} />
        </>
      )}
    </>
  );
}
