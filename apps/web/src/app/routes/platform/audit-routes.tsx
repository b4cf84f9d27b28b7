import { PATHS } from '../../../config/paths.ts';
import { readAuditSearch } from '../../../features/audit/audit-search.ts';
import { shellPage } from '../shell-page.ts';

export const auditTrailRoute = shellPage(PATHS.auditTrail, {
  title: 'shell:menu.audit-trail',
  search: readAuditSearch,
  texts: ['audit', 'log'],
  load: () => import('../../../features/audit/components/audit-page.tsx'),
  component: 'AuditTrailPage',
});
