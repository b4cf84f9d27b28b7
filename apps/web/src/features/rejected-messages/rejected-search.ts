import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import { present, readText, readWhole, type SearchInput } from '../../lib/address/search-params.ts';

/** URL search parameters of the rejected messages. */
export interface RejectedSearch extends TableSearch {
  device?: string;
  /** Message whose drawer is open. */
  open?: number;
}

export function readRejectedSearch(search: SearchInput): RejectedSearch {
  return {
    ...readTableSearch(search),
    ...present({
      device: readText(search.device, 64),
      open: readWhole(search.open, 1, 999_999_999),
    }),
  };
}
