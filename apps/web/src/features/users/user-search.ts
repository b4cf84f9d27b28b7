/** URL search parameters of the user list: those of the table, the filters, and the open drawer. */
import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import { present, readOneOf, readText, type SearchInput } from '../../lib/address/search-params.ts';

export const USER_STATES = ['active', 'invited', 'locked', 'disabled'] as const;
export const USER_SORTS = ['name', 'role', 'group', 'last_sign_in', 'created'] as const;

export interface UserSearch extends TableSearch {
  keyword?: string;
  /** A built-in role, or the id of a custom one. */
  role?: string;
  state?: (typeof USER_STATES)[number];
  group?: number;
  open?: number;
  /** Name of a user who needs a new password: opens the dialog for it. */
  password?: string;
}

/** Ids have up to ten digits. */
function readId(value: unknown): number | undefined {
  const text = readText(value) ?? '';
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

export function readUserSearch(search: SearchInput): UserSearch {
  return {
    ...readTableSearch(search),
    ...present({
      keyword: readText(search.keyword, 100),
      role: readText(search.role, 20),
      state: readOneOf(search.state, USER_STATES),
      group: readId(search.group),
      open: readId(search.open),
      password: readText(search.password, 100),
    }),
  };
}

export const USER_FILTERS = ['keyword', 'role', 'state', 'group'] as const;
