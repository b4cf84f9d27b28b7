import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../../../config/paths.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { loadPage } from '../../load-page.ts';
import { shellRoute } from '../shell-route.tsx';

export const operationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.operations,
  staticData: { title: 'shell:menu.operations' },
  loader: () => loadTexts('operations', 'log'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/operations/operations-page.tsx')),
    'OperationsPage',
  ),
});

export const configurationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.configuration,
  staticData: { title: 'shell:menu.configuration' },
  loader: () => loadTexts('configuration'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/configuration/configuration-page.tsx')),
    'ConfigurationPage',
  ),
});
