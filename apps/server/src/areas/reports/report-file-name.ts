/** File name of a report for download or attachment. */
import { formatLocal } from '@busbar/domain/calendar';
import type { ReportTask } from './tasks/report-queries.ts';

const MAX_NAME = 60;

interface FileNameOf {
  /** IANA. */
  readonly zone: string;
  /** Name of the customer, as typed. */
  readonly organisation: string;
}

export function reportFileName(
  { type, format, from, to }: ReportTask,
  { zone, organisation }: FileNameOf,
): string {
  const day = (ms: number) => formatLocal(ms, zone).slice(0, 10);
  return `${namePart(organisation)}-${type}-${day(from)}_${day(to - 1)}.${format}`;
}

/** Letters and digits of any language, because other characters are special in paths or headers. */
function namePart(organisation: string): string {
  const words = organisation.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['busbar'];
  return [...words.join('-')].slice(0, MAX_NAME).join('');
}
