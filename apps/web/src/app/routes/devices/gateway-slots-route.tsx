/** The slots of a gateway; their translations and code are loaded on first use. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../../../config/paths.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { present, readText, type SearchInput } from '../../../lib/address/search-params.ts';
import { loadPage } from '../../load-page.ts';
import { shellRoute } from '../shell-route.tsx';

export interface GatewaySlotsSearch {
  /** Code of the gateway. */
  device?: string;
}

export const gatewaySlotsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.gatewaySlots,
  staticData: { title: 'shell:menu.gateway-slots' },
  validateSearch: (search: SearchInput): GatewaySlotsSearch =>
    present({ device: readText(search.device, 64) }),
  loader: () => loadTexts('gateway-slots', 'devices', 'control', 'protection'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/gateway-deploy/gateway-deploy-page.tsx')),
    'GatewayDeployPage',
  ),
});
