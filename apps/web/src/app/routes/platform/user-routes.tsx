/** Users of the customer, and the account page of each user. */
import { PATHS } from '../../../config/paths.ts';
import { readUserSearch } from '../../../features/users/user-search.ts';
import { shellPage } from '../shell-page.ts';

export const usersRoute = shellPage(PATHS.users, {
  title: 'shell:menu.user',
  search: readUserSearch,
  texts: ['users', 'account', 'roles'],
  load: () => import('../../../features/users/users-page.tsx'),
  component: 'UsersPage',
});

export const ssoSettingsRoute = shellPage(PATHS.ssoSettings, {
  title: 'shell:menu.sso',
  texts: ['users'],
  load: () => import('../../../features/single-sign-on/sso-page.tsx'),
  component: 'SsoPage',
});

export const accountRoute = shellPage(PATHS.account, {
  title: 'shell:user.account',
  texts: ['account', 'notifications', 'control', 'data'],
  load: () => import('../../../features/account/account-page.tsx'),
  component: 'AccountPage',
});
