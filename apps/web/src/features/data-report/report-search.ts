/** Search parameters of the report page: tab and preselected kind, for links from other pages. */
import { REPORT_TYPES, type ReportType } from '@busbar/domain/report/report-kind';
import { present, readOneOf, type SearchInput } from '../../lib/address/search-params.ts';

const REPORT_TABS = ['own', 'scheduled'] as const;
export type ReportTab = (typeof REPORT_TABS)[number];

export interface ReportSearch {
  tab?: ReportTab;
  type?: ReportType;
}

export function readReportSearch(search: SearchInput): ReportSearch {
  return present({
    tab: readOneOf(search.tab, REPORT_TABS),
    type: readOneOf(search.type, REPORT_TYPES),
  });
}
