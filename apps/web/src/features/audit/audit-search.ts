/** Address of the audit trail: the table's part and the filters of the call. */
import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import {
  present,
  readMoment,
  readOneOf,
  readText,
  readWhole,
  type SearchInput,
} from '../../lib/search-params.ts';

export const AUDIT_KINDS = ['operation', 'access'] as const;
export const AUDIT_SORTS = ['time', 'user', 'module', 'command', 'device', 'status'] as const;

export interface AuditSearch extends TableSearch {
  text?: string;
  /** Wall clock of the customer's zone; half-open. */
  from?: string;
  to?: string;
  /** A search for a text goes on from here, in ms; what is newer it has been through. */
  before?: number;
  kind?: (typeof AUDIT_KINDS)[number];
  module?: string;
  command?: string;
  status?: string;
  /** Code or id of a device. */
  device?: string;
  /** Id of a user. */
  user?: number;
  /** Entry whose drawer is open. */
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
