/** Filters of a list, and the row whose details are open, stored in the address of the page. */
import { useNavigate } from '@tanstack/react-router';
import { present } from '../../lib/address/search-params.ts';

export type SearchChange<S> = { [K in keyof S]?: S[K] | undefined };

export interface ListSearch<S> {
  readonly search: S;
  readonly isFiltered: boolean;
  /** Changes filters and returns to the first page. */
  readonly filter: (part: SearchChange<S>) => void;
  readonly clear: () => void;
  /** Changes any other parameter, to open or close the details of a row. */
  readonly set: (part: SearchChange<S>) => void;
}

/** `search` has the parameters of the current route; `filters` are those that `clear` removes. */
export function useListSearch<S extends object>(
  search: S,
  ...filters: (keyof S & string)[]
): ListSearch<S> {
  const navigate = useNavigate();
  const change = (part: object, options: { replace?: boolean; resetScroll?: boolean }) =>
    void navigate({
      to: '.',
      search: (old: Record<string, unknown>) => present({ ...old, ...part }) as never,
      ...options,
    });
  const filter = (part: SearchChange<S>) => change({ ...part, page: undefined }, {});
  return {
    search,
    isFiltered: filters.some((name) => search[name] !== undefined),
    filter,
    clear: () =>
      filter(Object.fromEntries(filters.map((name) => [name, undefined])) as SearchChange<S>),
    // Closing the details does not add an entry to the browser history.
    set: (part) =>
      change(part, {
        replace: Object.values(part).every((value) => value === undefined),
        resetScroll: false,
      }),
  };
}
