/** URL search parameters of the alarm history: the table's state and the filters of the request. */
import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import { ALL_ALARM_TYPES, alarmName } from '../../device-kit/alarm.ts';
import {
  present,
  readMoment,
  readOneOf,
  readText,
  readWhole,
  type SearchInput,
} from '../../lib/address/search-params.ts';

export interface AlarmSearch extends TableSearch {
  device?: string;
  /** Name of the type in the API. */
  type?: string;
  kind?: 'alarm' | 'warning';
  handled?: '0' | '1';
  /** Only active alarms, or only ended ones. */
  open?: 'true' | 'false';
  /** Wall clock in the customer's time zone; half-open interval. */
  from?: string;
  to?: string;
  /** The alarm whose drawer is open. */
  alarm?: number;
}

const ALARM_NAMES = ALL_ALARM_TYPES.map(alarmName);

export function readAlarmSearch(search: SearchInput): AlarmSearch {
  return {
    ...readTableSearch(search),
    ...present({
      device: readText(search.device, 64),
      type: readOneOf(search.type, ALARM_NAMES),
      kind: readOneOf(search.kind, ['alarm', 'warning']),
      handled: readOneOf(search.handled, ['0', '1']),
      open: readOneOf(search.open, ['true', 'false']),
      from: readMoment(search.from),
      to: readMoment(search.to),
      alarm: readWhole(search.alarm, 1, 999_999_999),
    }),
  };
}

export const ALARM_FILTERS = ['device', 'type', 'kind', 'handled', 'open', 'from', 'to'] as const;
