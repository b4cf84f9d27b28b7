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

export const singleSignOnRoute = shellPage(PATHS.singleSignOn, {
  title: 'shell:menu.single-sign-on',
  texts: ['single-sign-on', 'refusals'],
  load: () => import('../../../features/single-sign-on/single-sign-on-page.tsx'),
  component: 'SingleSignOnPage',
});

export const accountRoute = shellPage(PATHS.account, {
  title: 'shell:user.account',
  texts: ['account', 'notifications', 'control', 'data'],
  load: () => import('../../../features/account/account-page.tsx'),
  component: 'AccountPage',
});
