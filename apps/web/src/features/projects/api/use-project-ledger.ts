/** Energy, bill and operation log of a project. */
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import type { Answer } from '../../../lib/calls/call-types.ts';
import { refetchCalls, useCallQuery } from '../../../lib/calls/use-call.ts';
import { useRealtime } from '../../../realtime/use-realtime.ts';
import type { LogRow } from '../../log/api/use-log.ts';

const MINUTE_MS = 60_000;
/** Max lines per response of the server. */
const MOST_LINES = 10_000;

export interface ProjectEnergyOf {
  readonly project: number;
  readonly days: number;
  readonly by: 'day' | 'month';
}

export function useProjectEnergy(
  { project, days, by }: ProjectEnergyOf,
  page: number,
  size: number,
) {
  const query = { project_id: String(project), date_type: by, days };
  return {
    ...useCallQuery(
      'v2.energy-proj',
      { query: { ...query, pn: page, ps: size } },
      {
        placeholderData: keepPreviousData,
        refetchInterval: MINUTE_MS,
        select: ({ data }) => data,
      },
    ),
    readPage: async (at: number, rows: number) => {
      const { data } = await call('v2.energy-proj', { query: { ...query, pn: at, ps: rows } });
      return { rows: data.list, total: data.total };
    },
  };
}

export function useProjectBill(project: number, start: string | undefined) {
  return useCallQuery(
    'v2.project-bill',
    {
      query: {
        project_id: String(project),
        ...(start === undefined ? {} : { start }),
        ps: MOST_LINES,
      },
    },
    { select: ({ data }) => data },
  );
}

type LogWire = Answer<'v2.log.control-list'>['data']['list'][number];

/** Converts a row to the shape that the operation log columns expect. */
const toLogRow = (row: LogWire): LogRow => ({
  id: row.id,
  deviceId: row.device_code,
  deviceName: row.device_name,
  procMode: row.proc_mode,
  logTime: row.log_time,
  ts: row.ts,
  opCommand: row.op_command,
  status: row.status,
  userName: row.user_name,
  clientAddress: row.client_address,
  commandId: row.command_id ?? '',
  detail: row.detail,
  detailParts: row.detail_parts,
});

/** Operations on the project itself and on the devices of its lamp groups. */
export function useProjectLog(
  project: number,
  span: { readonly from: string | undefined; readonly to: string | undefined },
  page: number,
  size: number,
) {
  const client = useQueryClient();
  useRealtime(({ type }) => {
    if (type === 'COMMAND' || type === 'REMOTE_CONTROL') {
      void refetchCalls(client, 'v2.log.control-list');
    }
  });
  const filters = {
    project_id: String(project),
    module: 'all',
    ...(span.from === undefined ? {} : { start: span.from }),
    ...(span.to === undefined ? {} : { end: span.to }),
  };
  return {
    ...useCallQuery(
      'v2.log.control-list',
      { query: { ...filters, pn: page, ps: size } },
      {
        placeholderData: keepPreviousData,
        select: ({ data }) => ({ list: data.list.map(toLogRow), total: data.total }),
      },
    ),
    readPage: async (at: number, rows: number) => {
      const { data } = await call('v2.log.control-list', {
        query: { ...filters, pn: at, ps: rows },
      });
      return { rows: data.list.map(toLogRow), total: data.total };
    },
  };
}
