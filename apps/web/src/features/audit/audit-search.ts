/** URL search parameters of the audit trail: the table's state and the filters of the request. */
import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import {
  present,
  readMoment,
  readOneOf,
  readText,
  readWhole,
  type SearchInput,
} from '../../lib/address/search-params.ts';

export const AUDIT_KINDS = ['operation', 'access'] as const;
export const AUDIT_SORTS = ['time', 'user', 'module', 'command', 'device', 'status'] as const;

export interface AuditSearch extends TableSearch {
  text?: string;
  /** Wall clock in the customer's time zone; half-open interval. */
  from?: string;
  to?: string;
  /** A text search continues from this time (ms); newer entries have been searched. */
  before?: number;
  kind?: (typeof AUDIT_KINDS)[number];
  module?: string;
  command?: string;
  status?: string;
  /** Code or id of a device. */
  device?: string;
  /** Id of a user. */
  user?: number;
  /** The entry whose drawer is open. */
  open?: number;
}

export function readAuditSearch(search: SearchInput): AuditSearch {
  return {
    ...readTableSearch(search),
    ...present({
      text: readText(search.text, 100),
      from: readMoment(search.from),
      to: readMoment(search.to),
      before: readWhole(search.before, 1, Number.MAX_SAFE_INTEGER),
      kind: readOneOf(search.kind, AUDIT_KINDS),
      module: readText(search.module, 60),
      command: readText(search.command, 60),
      status: readText(search.status, 60),
      device: readText(search.device, 64),
      user: readWhole(search.user, 1, 2_147_483_647),
      open: readWhole(search.open, 1, 2_147_483_647),
    }),
  };
}

/** `user` and `before` have no field; links and buttons set them. */
export const AUDIT_FILTERS = [
  'text',
  'from',
  'to',
  'before',
  'kind',
  'module',
  'command',
  'status',
  'device',
  'user',
] as const;
