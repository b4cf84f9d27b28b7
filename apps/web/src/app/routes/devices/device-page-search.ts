/** Search parameters of the tabs of a device. */
import { PROTECTION_TABS, type ProtectionTab } from '@busbar/domain/protection/protection-tab';
import { readTableSearch, type TableSearch } from '../../../components/table/table-search.ts';
import { DATA_TABS, type DataTab } from '../../../features/device-data/data-tabs.ts';
import {
  type HistorySearch,
  readHistorySearch,
} from '../../../features/device-data/history/history-search.ts';
import type { ConnectionRange } from '../../../features/device-information/connection-span.ts';
import {
  INFORMATION_TABS,
  type InformationTab,
} from '../../../features/device-information/information-tabs.ts';
import {
  present,
  readMoment,
  readOneOf,
  readText,
  type SearchInput,
} from '../../../lib/address/search-params.ts';

interface ReadingsSearch extends HistorySearch {
  tab?: DataTab;
}

export const readReadingsSearch = (search: SearchInput): ReadingsSearch => ({
  ...readHistorySearch(search),
  ...present({ tab: readOneOf(search.tab, DATA_TABS) }),
});

interface ControlSearch {
  mode?: 'control' | 'lock';
  /** Code of the device whose timers are open. */
  timers?: string;
}

export const readControlSearch = (search: SearchInput): ControlSearch =>
  present({
    mode: readOneOf(search.mode, ['control', 'lock']),
    timers: readText(search.timers, 64),
  });

interface ProtectionSearch {
  tab?: ProtectionTab;
}

export const readProtectionSearch = (search: SearchInput): ProtectionSearch =>
  present({ tab: readOneOf(search.tab, PROTECTION_TABS) });

interface RecordSearch extends TableSearch {
  tab?: InformationTab;
  /** Time range of signal chart and connection log; dates are in the customer's time zone. */
  range?: ConnectionRange;
  from?: string;
  to?: string;
}

export const readRecordSearch = (search: SearchInput): RecordSearch => ({
  ...readTableSearch(search),
  ...present({
    tab: readOneOf(search.tab, INFORMATION_TABS),
    range: readOneOf(search.range, ['7d', '30d', '90d', 'custom']),
    from: readMoment(search.from),
    to: readMoment(search.to),
  }),
});
