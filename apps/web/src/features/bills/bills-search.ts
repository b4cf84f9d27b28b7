/** Search parameters of the page of issued bills. */
import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import { present, type SearchInput } from '../../lib/address/search-params.ts';
import { readDay } from '../fees/fees-search.ts';

export interface BillsSearch extends TableSearch {
  /** First day of a closed period; defaults to the newest. */
  start?: string;
}

export function readBillsSearch(search: SearchInput): BillsSearch {
  return { ...readTableSearch(search), ...present({ start: readDay(search.start) }) };
}
