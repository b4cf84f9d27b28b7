import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../../../config/paths.ts';
import { readLogSearch } from '../../../features/log/log-search.ts';
import { readRejectedSearch } from '../../../features/rejected-messages/rejected-search.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { loadPage } from '../../load-page.ts';
import { shellRoute } from '../shell-route.tsx';

export const logRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.log,
  staticData: { title: 'shell:menu.operation-log' },
  validateSearch: readLogSearch,
  loader: () => loadTexts('log', 'control', 'towers'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/log/components/log-page.tsx')),
    'LogPage',
  ),
});

export const rejectedMessagesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.rejectedMessages,
  staticData: { title: 'shell:menu.rejected-messages' },
  validateSearch: readRejectedSearch,
  loader: () => loadTexts('log'),
  component: lazyRouteComponent(
    () =>
      loadPage(import('../../../features/rejected-messages/components/rejected-messages-page.tsx')),
    'RejectedMessagesPage',
  ),
});
