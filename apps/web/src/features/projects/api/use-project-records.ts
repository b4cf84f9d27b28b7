/** Alarms and warnings of a project, refetched on alarm events of the real-time channel. */

import { keepPreviousData } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import type { Answer, CallInput } from '../../../lib/calls/call-types.ts';
import { useCallQuery } from '../../../lib/calls/use-call.ts';
import { useSend } from '../../../lib/calls/use-send.ts';
import { useOnAlarms } from '../../alarms/api/use-alarms.ts';
import type { RecordSearch } from '../project-search.ts';

export type RecordKind = 'alarm' | 'warning';
type AlarmWire = Answer<'v2.proj-alarm-list'>['data']['list'][number];
type WarningWire = Answer<'v2.proj-warning-list'>['data']['list'][number];

/** Common shape of both lists: the label of the type has one field name. */
export type ProjectRecord = Omit<AlarmWire, 'alarm_type'> & { readonly label: string };
type Query = NonNullable<CallInput<'v2.proj-alarm-list'>['query']>;

const PAUSE_MS = 2_000;

function toRecord(row: AlarmWire | WarningWire): ProjectRecord {
  if ('alarm_type' in row) {
    const { alarm_type: label, ...rest } = row;
    return { ...rest, label };
  }
  const { warning_type: label, ...rest } = row;
  return { ...rest, label };
}

function filtersOf(project: number, search: RecordSearch): Query {
  return {
    project_id: String(project),
    ...(search.device === undefined ? {} : { device_code: search.device }),
    ...(search.handled === undefined ? {} : { handled: search.handled }),
    ...(search.open === undefined ? {} : { open: search.open }),
    ...(search.from === undefined ? {} : { start: search.from }),
    ...(search.to === undefined ? {} : { end: search.to }),
  };
}

export function useProjectRecords(
  kind: RecordKind,
  project: number,
  search: RecordSearch,
  page: number,
  size: number,
) {
  const filters = filtersOf(project, search);
  const query = useCallQuery(
    `v2.proj-${kind}-list`,
    { query: { ...filters, pn: page, ps: size } },
    {
      placeholderData: keepPreviousData,
      select: ({ data }: Answer<'v2.proj-alarm-list' | 'v2.proj-warning-list'>) => ({
        list: data.list.map(toRecord),
        total: data.total,
      }),
    },
  );
  useOnAlarms(() => void query.refetch(), PAUSE_MS);
  return {
    ...query,
    readPage: async (at: number, rows: number) => {
      const { data } = await call(`v2.proj-${kind}-list`, {
        query: { ...filters, pn: at, ps: rows },
      });
      return { rows: data.list.map(toRecord), total: data.total };
    },
  };
}

export const useRecordChanges = (kind: RecordKind) =>
  useSend(`v2.proj-${kind}-list`, 'v2.project-board', 'v2.projects', 'v2.alarms', 'v2.alarm-count');
