import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { TableState } from '../../../components/table/use-table.ts';
import type { Language } from '../../../i18n/languages.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import { callFile } from '../../../lib/call-file.ts';
import type { Answer, CallInput } from '../../../lib/call-types.ts';
import { downloadBlob } from '../../../lib/download.ts';
import { readOneOf } from '../../../lib/search-params.ts';
import { useCallQuery } from '../../../lib/use-call.ts';
import { AUDIT_SORTS, type AuditSearch } from '../audit-search.ts';

export type AuditEntry = Answer<'v2.audit-trail'>['data']['list'][number];
/** What became of it: a command moves on after its entry was written. */
export const statusOf = ({ command_state: state, status }: AuditEntry): string => state ?? status;

export type SearchedFrom = Answer<'v2.audit-trail'>['data']['searched_from'];
export type ChainState = Answer<'v2.audit-trail.verify'>['data'];
type Filters = NonNullable<CallInput<'v2.audit-trail.export'>['query']>;

const LONGEST_FILE_MS = 300_000;

/** What is asked for a page of the trail under the filters of the address; of a text, from `before` (ms) back. */
export function auditPageOf(
  search: AuditSearch,
  { page, size, sort, order }: Pick<TableState, 'page' | 'size' | 'sort' | 'order'>,
): CallInput<'v2.audit-trail'> {
  const by = readOneOf(sort, AUDIT_SORTS);
  return {
    query: {
      ...filtersOf(search),
      ...(search.before === undefined ? {} : { end: String(search.before) }),
      pn: page,
      ps: size,
      ...(by === undefined ? {} : { sort: by, order: order ?? 'asc' }),
    },
  };
}

export function useAudit(search: AuditSearch, table: TableState) {
  return useCallQuery('v2.audit-trail', auditPageOf(search, table), {
    placeholderData: keepPreviousData,
  });
}

/** One entry by its id, for a link to one that is not on the page. */
export function useAuditEntry(id: number | undefined, rows: readonly AuditEntry[] | undefined) {
  const onPage = rows?.find((row) => row.id === id);
  const asked = useCallQuery(
    'v2.audit-trail',
    { query: { id: String(id), ps: 1 } },
    { enabled: id !== undefined && rows !== undefined && onPage === undefined },
  );
  return id === undefined
    ? undefined
    : (onPage ?? asked.data?.data.list.find((row) => row.id === id));
}

/** Asked when the page opens and when somebody asks again; it reads many entries. */
export function useChainState() {
  return useCallQuery(
    'v2.audit-trail.verify',
    {},
    { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
  );
}

/** The filtered trail as a file of the server's. */
export function useAuditFile(search: AuditSearch, fileName: string, language: Language) {
  return useMutation<void, ApiError>({
    mutationFn: async () => {
      const query = { ...filtersOf(search), language };
      const options = { timeoutMs: LONGEST_FILE_MS };
      downloadBlob(fileName, await callFile('v2.audit-trail.export', { query }, options));
    },
  });
}

function filtersOf(search: AuditSearch): Filters {
  const { text, from, to, kind, module, command, status, device, user } = search;
  return {
    ...(text === undefined ? {} : { text }),
    ...(from === undefined ? {} : { start: from }),
    ...(to === undefined ? {} : { end: to }),
    ...(kind === undefined ? {} : { kind }),
    ...(module === undefined ? {} : { module }),
    ...(command === undefined ? {} : { command }),
    ...(status === undefined ? {} : { status }),
    ...(device === undefined ? {} : { device_code: device }),
    ...(user === undefined ? {} : { user_id: String(user) }),
  };
}
