import { ltrText } from '@busbar/domain/formats/ltr-text';
import { REPORT_TYPES } from '@busbar/domain/report/report-kind';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { spanText } from '../report-span.ts';
import type { Report } from '../report-state.ts';

/** Name of a report in lists and on buttons: kind and days. */
export function useReportName(): (report: Report) => string {
  const { t } = useTranslation('reports');
  return useCallback(
    (report) => {
      const type = REPORT_TYPES.find((known) => known === report.type);
      const typeName = type === undefined ? report.type : t(`reports:type.${type}`);
      return `${typeName} ${ltrText(spanText(report))}`;
    },
    [t],
  );
}
