/** File name of a report for download or attachment. */
import { formatLocal } from '@busbar/domain/calendar';
import type { ReportTask } from './tasks/report-queries.ts';

export function reportFileName({ type, format, from, to }: ReportTask, zone: string): string {
  const day = (ms: number) => formatLocal(ms, zone).slice(0, 10);
  return `busbar-${type}-${day(from)}_${day(to - 1)}.${format}`;
}
