import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../../../config/paths.ts';
import { readAuditSearch } from '../../../features/audit/audit-search.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { loadPage } from '../../load-page.ts';
import { shellRoute } from '../shell-route.tsx';

export const auditTrailRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.auditTrail,
  staticData: { title: 'shell:menu.audit-trail' },
  validateSearch: readAuditSearch,
  loader: () => loadTexts('audit', 'log'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/audit/components/audit-page.tsx')),
    'AuditTrailPage',
  ),
});
