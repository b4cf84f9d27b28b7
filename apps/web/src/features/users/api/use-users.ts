import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallMutation, useCallQuery } from '../../../lib/calls/use-call.ts';
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

export function useUserChanges() {
  const client = useQueryClient();
  return {
    add: useCallMutation('v2.users.add'),
    change: useCallMutation('v2.users.change'),
    disable: useCallMutation('v2.users.disable'),
    enable: useCallMutation('v2.users.enable'),
    unlock: useCallMutation('v2.users.unlock'),
    'sign-out': useCallMutation('v2.users.sign-out'),
    reset: useCallMutation('v2.users.reset-password'),
    'remove-factor': useCallMutation('v2.users.remove-second-factor'),
    endSession: useCallMutation('v2.users.sessions.end'),
    followed: () => refetchCalls(client, 'v2.users', 'v2.user'),
  };
}
