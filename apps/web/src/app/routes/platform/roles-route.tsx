/** Roles and their menus, device types, registered customers. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../../../config/paths.ts';
import { readRegistrationSearch } from '../../../features/registrations/registration-search.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { loadPage } from '../../load-page.ts';
import { shellRoute } from '../shell-route.tsx';

export const rolesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.roles,
  staticData: { title: 'shell:menu.role' },
  loader: () => loadTexts('roles'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/roles/roles-page.tsx')),
    'RolesPage',
  ),
});

export const menusRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.menus,
  staticData: { title: 'shell:menu.menu' },
  loader: () => loadTexts('menus'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/menus/menus-page.tsx')),
    'MenusPage',
  ),
});

export const deviceTypesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.deviceTypes,
  staticData: { title: 'shell:menu.device-type' },
  loader: () => loadTexts('device-types'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/device-types/device-types-page.tsx')),
    'DeviceTypesPage',
  ),
});

export const registrationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.registrations,
  staticData: { title: 'shell:menu.registration' },
  validateSearch: readRegistrationSearch,
  loader: () => loadTexts('registrations'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/registrations/registrations-page.tsx')),
    'RegistrationsPage',
  ),
});
