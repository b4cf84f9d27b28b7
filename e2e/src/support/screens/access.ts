/** Screens of the sign-in, the platform pages and the menus. */
import { arrangeMenu, askShorter, renameEntry } from '../acts/access.ts';
import type { Screen } from './screen.ts';

export const ACCESS_SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login', as: 'nobody' },
  { name: 'register', path: '/register', as: 'nobody' },
  { name: 'activation', path: '/register/audit', as: 'platform' },
  { name: 'operations', path: '/operations', as: 'platform' },
  { name: 'configuration', path: '/configuration', as: 'platform' },
  { name: 'configuration-shorter', path: '/configuration', as: 'platform', act: askShorter },
  { name: 'menus', path: '/menu', as: 'demo', act: arrangeMenu },
  { name: 'menus-rename', path: '/menu', as: 'demo', act: renameEntry },
  { name: 'modify-password', path: '/modifypassword', as: 'demo' },
];
