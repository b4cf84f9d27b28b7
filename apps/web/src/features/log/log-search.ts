/** Address of the operation log: the table's part and the filters of the call. */
import { LOG_COMMANDS, LOG_MODULES, LOG_STATUSES } from '@busbar/domain/audit/log-words';
import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import {
  present,
  readMoment,
  readOneOf,
  readText,
  readWhole,
  type SearchInput,
} from '../../lib/search-params.ts';

export interface LogSearch extends TableSearch {
  /** Code or id of a device. */
  device?: string;
  who?: 'me';
  /** Wall clock of the customer's zone; half-open. */
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
      command: readOneOf(search.command, LOG_COMMANDS),
      module: readOneOf(search.module, Object.values(LOG_MODULES)),
      status: readOneOf(search.status, LOG_STATUSES),
      open: readWhole(search.open, 1, 999_999_999),
    }),
  };
}

/** Catalogue key of a word of the log: `New secret` is `new-secret`. */
export function wordKey(word: string): string {
  return word.toLowerCase().replaceAll(' ', '-');
}
