import { present } from '../../../lib/address/search-params.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { usePages } from '../../../lib/calls/use-pages.ts';
import { useSend } from '../../../lib/calls/use-send.ts';
import { USER_SORTS, type UserSearch } from '../user-search.ts';

export type UserRow = Answer<'v2.users'>['data']['list'][number];

export function useUsers(search: UserSearch, table: { page: number; size: number }) {
  const { keyword, role, state, group, order } = search;
  const sort = USER_SORTS.find((one) => one === search.sort);
  const group_id = group === undefined ? undefined : String(group);
  const filters = present({ keyword, role, state, group_id, sort, order });
  return usePages(
    'v2.users',
    (pn, ps) => ({ query: { pn, ps, ...filters } }),
    ({ data }) => data,
    table,
  );
}

export function useUser(id: number) {
  return useCallQuery('v2.user', { params: { id: String(id) } }, { select: ({ data }) => data });
}

export const useUserChanges = () => useSend('v2.users', 'v2.user', 'v2.first-steps');
