import { type CamelCaseKeys, camelCaseKeys } from '@busbar/domain/key-case';
import { present } from '../../../lib/address/search-params.ts';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { usePages } from '../../../lib/calls/use-pages.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { rereadOn } from '../../../realtime/live-query.ts';
import type { LogSearch } from '../log-search.ts';

type LogAnswer = Answer<'v2.log.control-list'>;
type LogQuery = Omit<NonNullable<CallInput<'v2.log.control-list'>['query']>, 'pn' | 'ps'>;
export type LogRow = CamelCaseKeys<LogAnswer['data']['list'][number]>;

const toRows = ({ data }: LogAnswer) => ({
  list: data.list.map((row): LogRow => camelCaseKeys(row)),
  total: data.total,
});

const REREAD = rereadOn(({ type }) => type === 'COMMAND' || type === 'REMOTE_CONTROL');

/** A page of the log, newest first. */
export function useLogPage(filters: LogQuery, table: { page: number; size: number }) {
  return usePages(
    'v2.log.control-list',
    (pn, ps) => ({ query: { module: 'all', ...filters, pn, ps } }),
    toRows,
    table,
    REREAD,
  );
}

/** A page of the log filtered by the search parameters of the URL. */
export function useLog(search: LogSearch, table: { page: number; size: number }) {
  const { device, who, from, to, command, module, status } = search;
  const userId = useRequiredSession().user.user_id;
  const filters = present({
    device_code: device,
    user_id: who === 'me' ? String(userId) : undefined,
    start: from,
    end: to,
    command,
    module,
    status,
  });
  return useLogPage(filters, table);
}

/** Returns one row by its id, for a link to a row that is not on the page. */
export function useLogRow(id: number | undefined, rows: readonly LogRow[] | undefined) {
  const onPage = rows?.find((row) => row.id === id);
  const found = useCallQuery(
    'v2.log.control-list',
    { query: { module: 'all', id: String(id), pn: 1, ps: 1 } },
    {
      enabled: id !== undefined && rows !== undefined && onPage === undefined,
      select: toRows,
    },
  );
  return id === undefined ? undefined : (onPage ?? found.data?.list.find((row) => row.id === id));
}
