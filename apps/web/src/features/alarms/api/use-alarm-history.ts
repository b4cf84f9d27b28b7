/** The alarm history. Separate, because the header of each page reads the other alarms. */
import { present } from '../../../lib/address/search-params.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { usePages } from '../../../lib/calls/use-pages.ts';
import type { AlarmSearch } from '../alarm-search.ts';
import { CALM_MS, useOnAlarms } from './use-alarms.ts';

/** A page of the history with the filters of the address, newest first. */
export function useAlarmHistory(search: AlarmSearch, table: { page: number; size: number }) {
  const { device: device_code, from: start, to: end, kind, handled, open } = search;
  const filters = present({ device_code, kind, handled, open, start, end });
  const query = usePages(
    'v2.alarms',
    (pn, ps) => ({ query: { alarm_type: search.type ?? 'all', ...filters, pn, ps } }),
    ({ data }) => ({ list: data.list.alarm_list, total: data.list.total }),
    table,
  );
  useOnAlarms(() => void query.refetch(), CALM_MS);
  return query;
}

/** One alarm by its id, if it is not on the page that a link opens; null if it does not exist. */
export function useAlarm(id: number | undefined) {
  const query = useCallQuery(
    'v2.alarms',
    { query: { alarm_type: 'all', alarm_id: String(id), ps: 1 } },
    { enabled: id !== undefined, select: ({ data }) => data.list.alarm_list[0] ?? null },
  );
  useOnAlarms(() => {
    if (id !== undefined) void query.refetch();
  }, CALM_MS);
  return query;
}
