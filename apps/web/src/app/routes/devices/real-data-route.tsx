/** The live wall; its translations and code are loaded on first use. */
import { PATHS } from '../../../config/paths.ts';
import { readRealDataSearch } from '../../../features/real-data/real-data-search.ts';
import { shellPage } from '../shell-page.ts';

export const realDataRoute = shellPage(PATHS.realData, {
  title: 'shell:menu.live-wall',
  search: readRealDataSearch,
  texts: ['live-wall', 'devices'],
  load: () => import('../../../features/real-data/real-data-page.tsx'),
  component: 'RealDataPage',
});
