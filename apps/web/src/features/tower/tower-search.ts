/** URL search parameters of the page: project, tower, tab. */
import {
  present,
  readOneOf,
  readWhole,
  type SearchInput,
} from '../../lib/address/search-params.ts';

export const TOWER_TABS = ['live', 'settings', 'log', 'bill'] as const;

export interface TowerSearch {
  project?: number | undefined;
  tower?: number | undefined;
  tab?: (typeof TOWER_TABS)[number] | undefined;
}

export function readTowerSearch(search: SearchInput): TowerSearch {
  return present({
    project: readWhole(search.project, 1, 2_147_483_647),
    tower: readWhole(search.tower, 1, 2_147_483_647),
    tab: readOneOf(search.tab, TOWER_TABS),
  });
}
