/** Screens of groups, users, accounts, roles and customers. */
import {
  askForFactor,
  askMove,
  changeCustomer,
  chooseUser,
  copyRole,
  inviteUser,
  openUser,
} from '../acts/administration.ts';
import type { Screen } from './screen.ts';

export const ADMINISTRATION_SCREENS: readonly Screen[] = [
  { name: 'groups', path: '/grouplist', as: 'demo' },
  { name: 'group-move', path: '/grouplist', as: 'demo', act: askMove },
  { name: 'group-devices', path: '/grouptab', as: 'demo' },
  { name: 'group-users', path: '/grouptab?tab=users', as: 'demo' },
  { name: 'group-defaults', path: '/grouptab?tab=defaults', as: 'demo' },
  { name: 'allocation', path: '/allocation', as: 'demo', act: chooseUser },
  { name: 'users', path: '/user', as: 'demo' },
  { name: 'user-invite', path: '/user', as: 'demo', act: inviteUser },
  { name: 'user', path: '/user', as: 'demo', act: openUser },
  { name: 'account', path: '/account', as: 'demo' },
  { name: 'account-factor', path: '/account', as: 'demo', act: askForFactor },
  { name: 'account-factor-owed', path: '/account', as: 'owed' },
  { name: 'invitation', path: '/invitation#x', as: 'nobody' },
  { name: 'single-sign-on', path: '/sso-settings', as: 'demo' },
  { name: 'sso', path: '/sso/find', as: 'nobody' },
  { name: 'sso-wrong', path: '/sso/1-abcdefghijkmnpqrstuv', as: 'nobody' },
  { name: 'sso-callback', path: '/sso-callback/1?code=x&state=x', as: 'nobody' },
  { name: 'roles', path: '/role', as: 'demo' },
  { name: 'registrations', path: '/regmanage', as: 'platform' },
  { name: 'registration-settings', path: '/regmanage', as: 'platform', act: changeCustomer },
  { name: 'device-types', path: '/devicetype', as: 'platform' },
  { name: 'role-copy', path: '/role', as: 'demo', act: copyRole },
];
