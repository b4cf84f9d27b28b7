/** Devices and users in a group and its subgroups, one page at a time. */
import { keepPreviousData } from '@tanstack/react-query';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';

export type GroupUser = Answer<'v2.groups.users'>['data']['list'][number];

interface Page {
  readonly keyword: string | undefined;
  readonly page: number;
  readonly size: number;
}

const queryOf = ({ keyword, page, size }: Page) => ({
  pn: page,
  ps: size,
  ...(keyword === undefined ? {} : { keyword }),
});

export function useGroupDevices(group: number, page: Page) {
  return useCallQuery(
    'v2.devices',
    { query: { ...queryOf(page), group_id: String(group) } },
    { placeholderData: keepPreviousData, select: ({ data }) => data },
  );
}

/** Returns one user; undefined if no id is given or the group has no such user. */
export function useGroupUser(group: number, user: number | undefined): GroupUser | undefined {
  const found = useCallQuery(
    'v2.groups.users',
    { params: { id: String(group) }, query: { user_id: String(user) } },
    { enabled: user !== undefined, select: ({ data }) => data.list[0] },
  );
  return user === undefined ? undefined : found.data;
}

export function useGroupUsers(group: number, page: Page) {
  return useCallQuery(
    'v2.groups.users',
    { params: { id: String(group) }, query: queryOf(page) },
    { placeholderData: keepPreviousData, select: ({ data }) => data },
  );
}
