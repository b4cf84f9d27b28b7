/** Alarm history. A separate module: every page's header loads only the other alarm queries. */
import { present } from '../../../lib/address/search-params.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { usePages } from '../../../lib/calls/use-pages.ts';
import type { AlarmSearch } from '../alarm-search.ts';
import { CALM_MS, rereadOnAlarms } from './use-alarms.ts';

/** A page of the history with the filters of the URL, newest first. */
export function useAlarmHistory(search: AlarmSearch, table: { page: number; size: number }) {
  const { device: device_code, from: start, to: end, kind, handled, open } = search;
  const filters = present({ device_code, kind, handled, open, start, end });
  return usePages(
    'v2.alarms',
    (pn, ps) => ({ query: { alarm_type: search.type ?? 'all', ...filters, pn, ps } }),
    ({ data }) => ({ list: data.list.alarm_list, total: data.list.total }),
    table,
    rereadOnAlarms(CALM_MS),
  );
}

/** One alarm by its id, for a link to an alarm not on the page; null if it does not exist. */
export function useAlarm(id: number | undefined) {
  return useCallQuery(
    'v2.alarms',
    { query: { alarm_type: 'all', alarm_id: String(id), ps: 1 } },
    {
      ...rereadOnAlarms(CALM_MS),
      enabled: id !== undefined,
      select: ({ data }) => data.list.alarm_list[0] ?? null,
    },
  );
}
