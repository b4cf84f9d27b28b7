/** Routes of roles and their menus, device types, and registered customers. */
import { PATHS } from '../../../config/paths.ts';
import { readRegistrationSearch } from '../../../features/registrations/registration-search.ts';
import { shellPage } from '../shell-page.ts';

export const rolesRoute = shellPage(PATHS.roles, {
  title: 'shell:menu.role',
  texts: ['roles'],
  load: () => import('../../../features/roles/roles-page.tsx'),
  component: 'RolesPage',
});

export const menusRoute = shellPage(PATHS.menus, {
  title: 'shell:menu.menu',
  texts: ['menus'],
  load: () => import('../../../features/menus/menus-page.tsx'),
  component: 'MenusPage',
});

export const deviceTypesRoute = shellPage(PATHS.deviceTypes, {
  title: 'shell:menu.device-type',
  texts: ['device-types'],
  load: () => import('../../../features/device-types/device-types-page.tsx'),
  component: 'DeviceTypesPage',
});

export const registrationsRoute = shellPage(PATHS.registrations, {
  title: 'shell:menu.registration',
  search: readRegistrationSearch,
  texts: ['registrations'],
  load: () => import('../../../features/registrations/registrations-page.tsx'),
  component: 'RegistrationsPage',
});
