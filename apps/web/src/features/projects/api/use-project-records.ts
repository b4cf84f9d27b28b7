/** Alarms and warnings of a project, refetched on alarm events of the real-time channel. */
import { present } from '../../../lib/address/search-params.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { usePages } from '../../../lib/calls/use-pages.ts';
import { useSend } from '../../../lib/calls/use-send.ts';
import { rereadOnAlarms } from '../../alarms/api/use-alarms.ts';
import type { RecordSearch } from '../project-search.ts';

export type RecordKind = 'alarm' | 'warning';
type AlarmWire = Answer<'v2.proj-alarm-list'>['data']['list'][number];
type WarningWire = Answer<'v2.proj-warning-list'>['data']['list'][number];

/** Common shape of alarms and warnings; both have the label of the type in the same field. */
export type ProjectRecord = Omit<AlarmWire, 'alarm_type'> & { readonly label: string };

const PAUSE_MS = 2_000;

function toRecord(row: AlarmWire | WarningWire): ProjectRecord {
  if ('alarm_type' in row) {
    const { alarm_type: label, ...rest } = row;
    return { ...rest, label };
  }
  const { warning_type: label, ...rest } = row;
  return { ...rest, label };
}

export function useProjectRecords(
  kind: RecordKind,
  project: number,
  search: RecordSearch,
  table: { page: number; size: number },
) {
  const { device: device_code, from: start, to: end, handled, open } = search;
  const filters = present({ device_code, handled, open, start, end });
  return usePages(
    `v2.proj-${kind}-list`,
    (pn, ps) => ({ query: { project_id: String(project), ...filters, pn, ps } }),
    ({ data }: Answer<'v2.proj-alarm-list' | 'v2.proj-warning-list'>) => ({
      list: data.list.map(toRecord),
      total: data.total,
    }),
    table,
    rereadOnAlarms(PAUSE_MS),
  );
}

export const useRecordChanges = (kind: RecordKind) =>
  useSend(`v2.proj-${kind}-list`, 'v2.project-board', 'v2.projects', 'v2.alarms', 'v2.alarm-count');
