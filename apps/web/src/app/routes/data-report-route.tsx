/** Reports; their translations and code are loaded on first use. */
import { PATHS } from '../../config/paths.ts';
import { readReportSearch } from '../../features/data-report/report-search.ts';
import { shellPage } from './shell-page.ts';

export const dataReportRoute = shellPage(PATHS.dataReport, {
  title: 'shell:menu.data-report',
  search: readReportSearch,
  texts: ['reports'],
  load: () => import('../../features/data-report/data-report-page.tsx'),
  component: 'DataReportPage',
});
