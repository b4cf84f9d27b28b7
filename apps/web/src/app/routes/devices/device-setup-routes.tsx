/** Registration of devices: a single one in three steps, or many from a file. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../../../config/paths.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { loadPage } from '../../load-page.ts';
import { shellRoute } from '../shell-route.tsx';

export const deviceImportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.deviceImport,
  staticData: { title: 'shell:menu.device-import' },
  loader: () => loadTexts('device-import', 'devices'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/device-import/device-import-page.tsx')),
    'DeviceImportPage',
  ),
});

export const registerDeviceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.registerDevice,
  staticData: { title: 'shell:menu.register-device' },
  loader: () => loadTexts('device-register', 'devices', 'log'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/device-register/device-register-page.tsx')),
    'DeviceRegisterPage',
  ),
});
