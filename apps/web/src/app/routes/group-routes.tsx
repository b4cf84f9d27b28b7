/** Routes of the group tree, of one group, and of the groups and devices that a user can see. */
import { createRoute, redirect } from '@tanstack/react-router';
import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import { PATHS } from '../../config/paths.ts';
import {
  present,
  readOneOf,
  readText,
  readWhole,
  type SearchInput,
} from '../../lib/address/search-params.ts';
import { shellPage } from './shell-page.ts';
import { shellRoute } from './shell-route.tsx';

const LARGEST_ID = 2_147_483_647;

const groupListRoute = shellPage(PATHS.groupList, {
  title: 'shell:menu.group',
  texts: ['groups'],
  load: () => import('../../features/groups/group-list-page.tsx'),
  component: 'GroupListPage',
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

const groupTabRoute = shellPage(PATHS.groupTab, {
  title: 'groups:one',
  search: (search: SearchInput): GroupTabSearch => ({
    ...readTableSearch(search),
    ...present({
      group: readWhole(search.group, 1, LARGEST_ID),
      tab: readOneOf(search.tab, ['devices', 'users', 'defaults']),
      keyword: readText(search.keyword, 100),
    }),
  }),
  texts: ['groups', 'devices'],
  load: () => import('../../features/groups/group-tab-page.tsx'),
  component: 'GroupTabPage',
});

const allocationRoute = shellPage(PATHS.allocation, {
  title: 'shell:menu.allocation',
  search: (search: SearchInput): { user?: number } =>
    present({ user: readWhole(search.user, 1, LARGEST_ID) }),
  texts: ['groups'],
  load: () => import('../../features/groups/allocation-page.tsx'),
  component: 'AllocationPage',
});

export const groupRoutes = [groupListRoute, oldGroupRoute, groupTabRoute, allocationRoute] as const;
