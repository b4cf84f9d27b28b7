/** Address of the report page: what kind is asked for, so that other pages can lead to it. */
import { REPORT_TYPES, type ReportType } from '@busbar/domain/report/report-kind';
import { present, readOneOf, type SearchInput } from '../../lib/search-params.ts';

export interface ReportSearch {
  type?: ReportType;
}

export function readReportSearch(search: SearchInput): ReportSearch {
  return present({ type: readOneOf(search.type, REPORT_TYPES) });
}
