/** URL search parameters of the project pages: the project, and those of the page's table. */
import { readTableSearch, type TableSearch } from '../../components/table/table-search.ts';
import {
  present,
  readMoment,
  readOneOf,
  readText,
  readWhole,
  type SearchInput,
} from '../../lib/address/search-params.ts';
import { type HistorySearch, readHistorySearch } from '../device-data/history/history-search.ts';
import { type PeriodSearch, readDay, readPeriodSearch } from '../fees/fees-search.ts';

const MAX_ID = 2_147_483_647;

export interface ProjectSearch extends TableSearch {
  project?: number;
}

export function readProjectSearch(search: SearchInput): ProjectSearch {
  return {
    ...readTableSearch(search),
    ...present({ project: readWhole(search.project, 1, MAX_ID) }),
  };
}

export interface RecordSearch extends ProjectSearch {
  device?: string;
  handled?: '0' | '1';
  /** Shows only active or only ended records. */
  open?: 'true' | 'false';
  /** Wall clock in the customer's time zone; half-open interval. */
  from?: string;
  to?: string;
  /** Row whose drawer is open. */
  record?: number;
}

export function readRecordSearch(search: SearchInput): RecordSearch {
  return {
    ...readProjectSearch(search),
    ...present({
      device: readText(search.device, 64),
      handled: readOneOf(search.handled, ['0', '1']),
      open: readOneOf(search.open, ['true', 'false']),
      from: readMoment(search.from),
      to: readMoment(search.to),
      record: readWhole(search.record, 1, 999_999_999),
    }),
  };
}

export interface ProjectSpanSearch extends ProjectSearch {
  from?: string;
  to?: string;
}

export function readProjectSpanSearch(search: SearchInput): ProjectSpanSearch {
  return {
    ...readProjectSearch(search),
    ...present({ from: readMoment(search.from), to: readMoment(search.to) }),
  };
}

export interface ProjectEnergySearch extends ProjectSearch, PeriodSearch {
  by?: 'day' | 'month';
  value?: 'energy' | 'fee';
}

export function readProjectEnergySearch(search: SearchInput): ProjectEnergySearch {
  return {
    ...readProjectSearch(search),
    ...readPeriodSearch(search),
    ...present({
      by: readOneOf(search.by, ['day', 'month']),
      value: readOneOf(search.value, ['energy', 'fee']),
    }),
  };
}

export interface ProjectBillSearch {
  project?: number;
  /** First day of the settlement period; defaults to the current period. */
  start?: string;
}

export function readProjectBillSearch(search: SearchInput): ProjectBillSearch {
  return present({
    project: readWhole(search.project, 1, MAX_ID),
    start: readDay(search.start),
  });
}

export interface ProjectParameterSearch extends HistorySearch {
  project?: number;
  /** Code of the lamp group's device. */
  device?: string;
}

export function readProjectParameterSearch(search: SearchInput): ProjectParameterSearch {
  return {
    ...readHistorySearch(search),
    ...present({
      project: readWhole(search.project, 1, MAX_ID),
      device: readText(search.device, 64),
    }),
  };
}

export interface MonitorSearch {
  project?: number;
  /** Lamp group whose drawer is open. */
  group?: number;
  only?: 'attention';
}

export function readMonitorSearch(search: SearchInput): MonitorSearch {
  return present({
    project: readWhole(search.project, 1, MAX_ID),
    group: readWhole(search.group, 1, MAX_ID),
    only: readOneOf(search.only, ['attention']),
  });
}

export interface ProjectCommandSearch {
  project?: number;
  /** Batch command whose progress is shown. */
  batch?: string;
}

export function readProjectCommandSearch(search: SearchInput): ProjectCommandSearch {
  return present({
    project: readWhole(search.project, 1, MAX_ID),
    batch: readText(search.batch, 64),
  });
}

export interface VisitSearch {
  project?: number;
  /** `YYYY-MM`; defaults to the current month. */
  month?: string;
}

export function readVisitSearch(search: SearchInput): VisitSearch {
  const { month } = search;
  const isMonth = typeof month === 'string' && /^(19|20)\d{2}-(0[1-9]|1[0-2])$/.test(month);
  return present({
    project: readWhole(search.project, 1, MAX_ID),
    month: isMonth ? month : undefined,
  });
}

export const LIMIT_TABS = ['warning', 'alarm', 'notice'] as const;

export interface AlarmSettingSearch {
  project?: number;
  tab?: (typeof LIMIT_TABS)[number];
}

export function readAlarmSettingSearch(search: SearchInput): AlarmSettingSearch {
  return present({
    project: readWhole(search.project, 1, MAX_ID),
    tab: readOneOf(search.tab, LIMIT_TABS),
  });
}

export interface ProjectListSearch extends TableSearch {
  name?: string;
  type?: 'lamp' | 'tower';
}

export function readProjectListSearch(search: SearchInput): ProjectListSearch {
  return {
    ...readTableSearch(search),
    ...present({
      name: readText(search.name),
      type: readOneOf(search.type, ['lamp', 'tower']),
    }),
  };
}

export interface ProjectTimerSearch {
  project?: number;
  /** Timer whose lamp groups are shown. */
  timer?: number;
}

export function readProjectTimerSearch(search: SearchInput): ProjectTimerSearch {
  return present({
    project: readWhole(search.project, 1, MAX_ID),
    timer: readWhole(search.timer, 1, MAX_ID),
  });
}
