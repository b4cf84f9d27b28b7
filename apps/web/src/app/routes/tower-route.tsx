/** Towers; their translations and code are loaded on first use. */
import { PATHS } from '../../config/paths.ts';
import { readTowerSearch } from '../../features/tower/tower-search.ts';
import { shellPage } from './shell-page.ts';

export const towerRoute = shellPage(PATHS.towers, {
  title: 'shell:menu.tower',
  search: readTowerSearch,
  // The drawing of the breaker uses translations of `control`.
  texts: ['towers', 'control'],
  load: () => import('../../features/tower/tower-page.tsx'),
  component: 'TowerPage',
});
