/** Settings of one breaker; their translations and code are loaded on first use. */
import { PATHS } from '../../../config/paths.ts';
import { present, readText, type SearchInput } from '../../../lib/address/search-params.ts';
import { shellPage } from '../shell-page.ts';

export const deviceDeployRoute = shellPage(PATHS.deviceDeploy, {
  title: 'shell:menu.device-deploy',
  search: (search: SearchInput): { device?: string } =>
    present({ device: readText(search.device, 64) }),
  texts: ['device-deploy', 'devices', 'protection', 'protection-templates', 'control'],
  load: () => import('../../../features/device-deploy/device-deploy-page.tsx'),
  component: 'DeviceDeployPage',
});
