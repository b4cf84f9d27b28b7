/** Texts of a message about a scheduled report: its name, and why it failed. */

import { ltrText } from '@busbar/domain/formats/ltr-text';
import { REPORT_TYPES } from '@busbar/domain/report/report-kind';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { runFailureOf } from '../data-report/schedule.ts';
import type { NotificationRow } from './api/use-notifications.ts';

type ReportNotice = NonNullable<NotificationRow['report']>;

export function useReportNotice(): (report: ReportNotice) => { name: string; failure: string } {
  const { t } = useTranslation('reports');
  return useCallback(
    (report) => {
      const { type, start, end } = report;
      const known = REPORT_TYPES.find((one) => one === type);
      const days = ltrText(start === end ? start : `${start} – ${end}`);
      const failure = runFailureOf(report);
      return {
        name: `${known === undefined ? type : t(`reports:type.${known}`)} ${days}`,
        failure: failure === undefined ? '' : t(`reports:schedule.failure.${failure}`),
      };
    },
    [t],
  );
}
