/** The tree of groups, one group, and the user's view of it. */
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import { PATHS } from '../../config/paths.ts';
import { loadTexts } from '../../i18n/i18n.ts';
import {
  present,
  readOneOf,
  readText,
  readWhole,
  type SearchInput,
} from '../../lib/address/search-params.ts';
import { loadPage } from '../load-page.ts';
import { shellRoute } from './shell-route.tsx';

const LARGEST_ID = 2_147_483_647;

const groupListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.groupList,
  staticData: { title: 'shell:menu.group' },
  loader: () => loadTexts('groups'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/groups/group-list-page.tsx')),
    'GroupListPage',
  ),
});

/** The former path of the tree. */
const oldGroupRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.group,
  beforeLoad: () => {
    throw redirect({ to: PATHS.groupList, replace: true });
  },
});

export interface GroupTabSearch extends TableSearch {
  group?: number;
  tab?: 'devices' | 'users' | 'defaults';
  keyword?: string;
}

const groupTabRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.groupTab,
  staticData: { title: 'groups:one' },
  validateSearch: (search: SearchInput): GroupTabSearch => ({
    ...readTableSearch(search),
    ...present({
      group: readWhole(search.group, 1, LARGEST_ID),
      tab: readOneOf(search.tab, ['devices', 'users', 'defaults']),
      keyword: readText(search.keyword, 100),
    }),
  }),
  loader: () => loadTexts('groups', 'devices'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/groups/group-tab-page.tsx')),
    'GroupTabPage',
  ),
});

const allocationRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: PATHS.allocation,
  staticData: { title: 'shell:menu.allocation' },
  validateSearch: (search: SearchInput): { user?: number } =>
    present({ user: readWhole(search.user, 1, LARGEST_ID) }),
  loader: () => loadTexts('groups'),
  component: lazyRouteComponent(
    () => loadPage(import('../../features/groups/allocation-page.tsx')),
    'AllocationPage',
  ),
});

export const groupRoutes = [groupListRoute, oldGroupRoute, groupTabRoute, allocationRoute] as const;
