/** Types and formats of reports (docs/specification/reports.md 1 and 2). */
export const REPORT_TYPES = ['alarm', 'energy', 'bill', 'parameter'] as const;

export type ReportType = (typeof REPORT_TYPES)[number];

export const REPORT_FORMATS = ['csv', 'xlsx'] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Maximum number of days in a report (docs/specification/reports.md 2.1 and 2.2). */
export const MAX_REPORT_DAYS: Readonly<Record<ReportType, number>> = {
  alarm: 90,
  energy: 90,
  bill: 90,
  parameter: 7,
};

export function isReportType(value: string): value is ReportType {
  return (REPORT_TYPES as readonly string[]).includes(value);
}

export function isReportFormat(value: string): value is ReportFormat {
  return (REPORT_FORMATS as readonly string[]).includes(value);
}

/** Reasons why a report has no file. */
export const REPORT_FAILURES = [
  'storage-full',
  'too-large',
  'interrupted',
  'access-ended',
  'failed',
] as const;

export type ReportFailure = (typeof REPORT_FAILURES)[number];

/** Energy and bills cover whole days; alarms and readings cover exact instants. */
export function countsWholeDays(type: ReportType): boolean {
  return type === 'energy' || type === 'bill';
}
