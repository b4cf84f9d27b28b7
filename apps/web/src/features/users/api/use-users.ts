import { keepPreviousData } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';
import { USER_SORTS, type UserSearch } from '../user-search.ts';

export type UserRow = Answer<'v2.users'>['data']['list'][number];

export function useUsers(search: UserSearch, page: number, size: number) {
  const queryOf = (pn: number, ps: number) => {
    const { keyword, role, state, group, order } = search;
    const sort = USER_SORTS.find((one) => one === search.sort);
    return {
      query: {
        pn,
        ps,
        ...(keyword === undefined ? {} : { keyword }),
        ...(role === undefined ? {} : { role }),
        ...(state === undefined ? {} : { state }),
        ...(group === undefined ? {} : { group_id: String(group) }),
        ...(sort === undefined ? {} : { sort }),
        ...(order === undefined ? {} : { order }),
      },
    };
  };
  const users = useCallQuery('v2.users', queryOf(page, size), {
    select: ({ data }) => data,
    placeholderData: keepPreviousData,
  });
  return {
    ...users,
    async readPage(at: number, count: number) {
      const { data } = await call('v2.users', queryOf(at, count));
      return { rows: data.list, total: data.total };
    },
  };
}

export function useUser(id: number) {
  return useCallQuery('v2.user', { params: { id: String(id) } }, { select: ({ data }) => data });
}

export const useUserChanges = () => useSend('v2.users', 'v2.user');
