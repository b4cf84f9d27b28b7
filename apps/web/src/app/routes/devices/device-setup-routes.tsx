/** Registration of devices: a single one in three steps, or many from a file. */
import { PATHS } from '../../../config/paths.ts';
import { shellPage } from '../shell-page.ts';

export const deviceImportRoute = shellPage(PATHS.deviceImport, {
  title: 'shell:menu.device-import',
  texts: ['device-import', 'devices'],
  load: () => import('../../../features/device-import/device-import-page.tsx'),
  component: 'DeviceImportPage',
});

export const registerDeviceRoute = shellPage(PATHS.registerDevice, {
  title: 'shell:menu.register-device',
  texts: ['device-register', 'devices', 'log'],
  load: () => import('../../../features/device-register/device-register-page.tsx'),
  component: 'DeviceRegisterPage',
});
