import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import { present, readText, readWhole, type SearchInput } from '../../lib/address/search-params.ts';

/** URL search parameters of the tariffs. */
export interface RateSearch extends TableSearch {
  keyword?: string;
  /** Tariff whose drawer is open. */
  open?: number;
}

export function readRateSearch(search: SearchInput): RateSearch {
  return {
    ...readTableSearch(search),
    ...present({
      keyword: readText(search.keyword, 100),
      // Ids have up to ten digits, one more than the number parser converts from text.
      open: readId(search.open),
    }),
  };
}

function readId(value: unknown): number | undefined {
  return typeof value === 'string' && /^\d{10}$/.test(value)
    ? Number(value)
    : readWhole(value, 1, 2_147_483_647);
}
