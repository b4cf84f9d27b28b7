/** Users of the customer, and the account page of each user. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PATHS } from '../../../config/paths.ts';
import { readUserSearch } from '../../../features/users/user-search.ts';
import { loadTexts } from '../../../i18n/i18n.ts';
import { loadPage } from '../../load-page.ts';
import { shellRoute } from '../shell-route.tsx';

export const usersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.users,
  staticData: { title: 'shell:menu.user' },
  validateSearch: readUserSearch,
  loader: () => loadTexts('users', 'account', 'roles'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/users/users-page.tsx')),
    'UsersPage',
  ),
});

export const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.account,
  staticData: { title: 'shell:user.account' },
  loader: () => loadTexts('account'),
  component: lazyRouteComponent(
    () => loadPage(import('../../../features/account/account-page.tsx')),
    'AccountPage',
  ),
});
