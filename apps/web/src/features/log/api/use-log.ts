import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallQuery } from '../../../lib/calls/use-call.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import type { LogSearch } from '../log-search.ts';

export type LogRow = Answer<'v1.sys.log.findByConditions'>['data'][number];
type LogBody = CallInput<'v1.sys.log.findByConditions'>['body'];

/** A page of the log filtered by the search parameters of the URL; newest first. */
export function useLog(search: LogSearch, page: number, size: number) {
  const filters = useLogFilters(search);
  const queryClient = useQueryClient();
  useRealtime((event) => {
    const isOperation = event.type === 'COMMAND' || event.type === 'REMOTE_CONTROL';
    if (isOperation) void refetchCalls(queryClient, 'v1.sys.log.findByConditions');
  });
  return {
    ...useCallQuery(
      'v1.sys.log.findByConditions',
      { body: { ...filters, currentPage: page, rows: size } },
      { placeholderData: keepPreviousData },
    ),
    readPage: async (at: number, rows: number) => {
      const answer = await call('v1.sys.log.findByConditions', {
        body: { ...filters, currentPage: at, rows },
      });
      return { rows: answer.data, total: answer.totalCount };
    },
  };
}

/** Returns one row by its id, for a link to a row that is not on the page. */
export function useLogRow(id: number | undefined, rows: readonly LogRow[] | undefined) {
  const onPage = rows?.find((row) => row.id === id);
  const asked = useCallQuery(
    'v1.sys.log.findByConditions',
    { body: { logId: id ?? null, rows: 1, currentPage: 1 } },
    { enabled: id !== undefined && rows !== undefined && onPage === undefined },
  );
  return id === undefined ? undefined : (onPage ?? asked.data?.data.find((row) => row.id === id));
}

function useLogFilters(search: LogSearch): LogBody {
  const userId = useRequiredSession().user.user_id;
  return {
    ...(search.device === undefined ? {} : { deviceId: search.device }),
    ...(search.who === 'me' ? { userId } : {}),
    ...(search.from === undefined ? {} : { logTimeStart: search.from }),
    ...(search.to === undefined ? {} : { logTimeEnd: search.to }),
    ...(search.command === undefined ? {} : { opCommand: search.command }),
    ...(search.module === undefined ? {} : { procMode: search.module }),
    ...(search.status === undefined ? {} : { status: search.status }),
  };
}
