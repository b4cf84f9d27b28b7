/** The slots of a gateway; their translations and code are loaded on first use. */
import { PATHS } from '../../../config/paths.ts';
import { present, readText, type SearchInput } from '../../../lib/address/search-params.ts';
import { shellPage } from '../shell-page.ts';

export interface GatewaySlotsSearch {
  /** Code of the gateway. */
  device?: string;
}

export const gatewaySlotsRoute = shellPage(PATHS.gatewaySlots, {
  title: 'shell:menu.gateway-slots',
  search: (search: SearchInput): GatewaySlotsSearch =>
    present({ device: readText(search.device, 64) }),
  texts: ['gateway-slots', 'devices', 'control', 'protection'],
  load: () => import('../../../features/gateway-deploy/gateway-deploy-page.tsx'),
  component: 'GatewayDeployPage',
});
