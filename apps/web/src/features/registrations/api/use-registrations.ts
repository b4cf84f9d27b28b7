import { present } from '../../../lib/address/search-params.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { usePages } from '../../../lib/calls/use-pages.ts';
import { useSend } from '../../../lib/calls/use-send.ts';
import type { RegistrationSearch } from '../registration-search.ts';

export type RegistrationRow = Answer<'v2.registrations'>['data']['list'][number];
export function useRegistrations(
  { state, keyword }: RegistrationSearch,
  table: { page: number; size: number },
) {
  const filters = present({ state, keyword });
  return usePages(
    'v2.registrations',
    (pn, ps) => ({ query: { pn, ps, ...filters } }),
    ({ data }) => data,
    table,
  );
}

export const useRegistrationChanges = () => useSend('v2.registrations', 'v2.customers');
