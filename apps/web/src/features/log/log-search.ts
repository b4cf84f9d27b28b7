/** URL search parameters of the operation log: the table's state and the filters of the request. */
import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import {
  present,
  readMoment,
  readOneOf,
  readText,
  readWhole,
  type SearchInput,
} from '../../lib/address/search-params.ts';

export interface LogSearch extends TableSearch {
  /** Code or id of a device. */
  device?: string;
  who?: 'me';
  /** Wall clock in the customer's time zone; half-open interval. */
  from?: string;
  to?: string;
  command?: string;
  module?: string;
  status?: string;
  /** Row whose drawer is open. */
  open?: number;
}

export function readLogSearch(search: SearchInput): LogSearch {
  return {
    ...readTableSearch(search),
    ...present({
      device: readText(search.device, 64),
      who: readOneOf(search.who, ['me']),
      from: readMoment(search.from),
      to: readMoment(search.to),
      // Command, module and status are not validated against their lists, which only the page
      // itself loads.
      command: readText(search.command, 64),
      module: readText(search.module, 64),
      status: readText(search.status, 64),
      open: readWhole(search.open, 1, 999_999_999),
    }),
  };
}

/** Catalogue key of a log value: `New secret` is `new-secret`. */
export function textKey(value: string): string {
  return value.toLowerCase().replaceAll(' ', '-');
}

export const LOG_FILTERS = ['device', 'who', 'from', 'to', 'command', 'module', 'status'] as const;
