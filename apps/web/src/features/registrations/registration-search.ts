import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import { present, readOneOf, readText, type SearchInput } from '../../lib/address/search-params.ts';

export const REGISTRATION_STATES = ['pending', 'active', 'rejected', 'expired'] as const;
export type RegistrationState = (typeof REGISTRATION_STATES)[number];

/** URL search parameters of the customer list. */
export interface RegistrationSearch extends TableSearch {
  state?: RegistrationState;
  keyword?: string;
}

export function readRegistrationSearch(search: SearchInput): RegistrationSearch {
  return {
    ...readTableSearch(search),
    ...present({
      state: readOneOf(search.state, REGISTRATION_STATES),
      keyword: readText(search.keyword, 100),
    }),
  };
}
