/** Settings of one breaker; their translations and code are loaded on first use. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../../../config/paths.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { present, readText, type SearchInput } from '../../../lib/address/search-params.ts';
import { loadPage } from '../../load-page.ts';
import { shellRoute } from '../shell-route.tsx';

export const deviceDeployRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.deviceDeploy,
  staticData: { title: 'shell:menu.device-deploy' },
  validateSearch: (search: SearchInput): { device?: string } =>
    present({ device: readText(search.device, 64) }),
  loader: () =>
    loadTexts('device-deploy', 'devices', 'protection', 'protection-templates', 'control'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/device-deploy/device-deploy-page.tsx')),
    'DeviceDeployPage',
  ),
});
