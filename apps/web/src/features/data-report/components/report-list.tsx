/** The user's reports of the last day, newest first; announces ended reports to screen readers. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/states/empty-state.tsx';
import { Tile } from '../../../components/values/tile.tsx';
import { useReports } from '../api/use-reports.ts';
import { isUnderWay, type Report, stateOf } from '../report-state.ts';
import { ReportRow } from './report-row.tsx';
import { useReportName } from './use-report-name.ts';

export function ReportList() {
  const { t } = useTranslation('reports');
  const reports = useReports();
  const ended = useEnded(reports.data);
  return (
    <Tile title={t('reports:own')} query={reports}>
      {(list) => (
        <>
          <p className="visually-hidden" role="status">
            {ended}
          </p>
          {list.length === 0 ? (
            <EmptyState title={t('reports:none.title')} body={t('reports:none.body')} />
          ) : (
            <>
              <ul className="ruled">
                {list.map((report) => (
                  <ReportRow key={report.task_id} report={report} />
                ))}
              </ul>
              <p className="report-list__kept faint text-small">{t('reports:kept')}</p>
            </>
          )}
        </>
      )}
    </Tile>
  );
}

/** Name and state of the report that ended most recently. */
function useEnded(list: readonly Report[] | undefined): string {
  const { t } = useTranslation('reports');
  const nameOf = useReportName();
  const underWay = useRef<ReadonlySet<number>>(new Set());
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (list === undefined) return;
    const ended = list.find((one) => underWay.current.has(one.task_id) && !isUnderWay(one));
    underWay.current = new Set(list.filter(isUnderWay).map(({ task_id }) => task_id));
    if (ended !== undefined)
      setAnnouncement(`${nameOf(ended)}: ${t(`reports:state.${stateOf(ended)}`)}`);
  }, [list, nameOf, t]);
  return announcement;
}
