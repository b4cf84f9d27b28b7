/** The timed calls, each with the SQL that the server executes for it. */
import type { DeviceSort } from '@busbar/contract/v2/fleet/devices';
import { timeColumns } from '@busbar/domain/device/time-columns';
import {
  countDevices,
  listDevices,
  sliceDevices,
} from '../../../apps/server/src/areas/fleet/devices/device-list-queries.ts';
import {
  countReadings,
  readSlice,
  readThinned,
} from '../../../apps/server/src/areas/telemetry/readings/history-queries.ts';
import type { HistorySpan } from '../../../apps/server/src/areas/telemetry/readings/history-span.ts';
import type { Caller } from '../../../apps/server/src/caller.ts';
import type { Database, Executor } from '../../../apps/server/src/storage/database.ts';
import { measurementColumns } from '../../../apps/server/src/storage/reading-columns.ts';
import type { QueryCall } from '../engine/measured-calls.ts';
import { READINGS, type ReadWorld } from './read-world.ts';

/** Executes the statement of a streaming query in one piece. */
function asOne(executor: Executor): Database['stream'] {
  return async function* (query) {
    await executor.executeQuery(query.compile());
    yield [];
  };
}

const BUCKETS = 2_160;
const PAGE_ROWS = 13;
const FIELD = { wire: 'insP', column: 'active_power_kw' } as const;

export function queryCalls(world: ReadWorld): QueryCall[] {
  const { from, to, deviceId, tenant, listed } = world;
  const span: HistorySpan = {
    customerId: tenant.customerId,
    deviceId,
    table: 'measurement',
    from,
    to,
  };
  const history = (name: string, goalMs: number, rows: number, more: object) => ({
    name,
    goalMs,
    rows,
    method: 'POST' as const,
    path: '/data/findVariableByDateTime',
    body: { deviceId, startTime: from, endTime: to, ...more },
  });
  const scope: Pick<Caller, 'customerId' | 'groupId'> = tenant;
  const list = (
    name: string,
    query: string,
    limit: number,
    rows: number,
    counted: boolean,
    sort: DeviceSort = 'device_name',
  ) => ({
    name,
    goalMs: 50,
    rows,
    method: 'GET' as const,
    path: `/api/v2/devices${query}`,
    run: async (executor: Executor) => {
      const page = { offset: 0, limit, sort, descending: sort !== 'device_name' };
      if (counted) {
        await listDevices(executor, scope, {}, page, Date.now());
        await countDevices(executor, scope, {}, Date.now());
      } else {
        const database = { db: executor, stream: asOne(executor) };
        await sliceDevices(database, scope, {}, page, Date.now()).next();
      }
    },
  });
  return [
    {
      ...history('chart, 30 days in 2,160 columns, minimum, maximum and mean', 40, BUCKETS * 2, {
        sample: BUCKETS * 2,
        fields: [FIELD.wire],
      }),
      run: (executor) => readThinned(executor, span, [FIELD.column], timeColumns(span, BUCKETS)),
    },
    {
      ...history('43,200 points of one value', 60, READINGS, {
        rows: READINGS,
        fields: [FIELD.wire],
      }),
      run: (executor) => readSlice(executor, span, [FIELD.column], READINGS, 0),
    },
    {
      ...history('first page of the table, 13 rows of 27 values', 20, PAGE_ROWS, {
        rows: PAGE_ROWS,
      }),
      async run(executor) {
        await countReadings(executor, span);
        await readSlice(executor, span, measurementColumns, PAGE_ROWS, 0);
      },
    },
    list('first page of 10,000 devices', `?pn=1&ps=${PAGE_ROWS}`, PAGE_ROWS, PAGE_ROWS, true),
    list(
      'table of 13 rows sorted by load',
      `?pn=1&ps=${PAGE_ROWS}&sort=load&order=desc`,
      PAGE_ROWS,
      PAGE_ROWS,
      true,
      'load',
    ),
    list(
      'table of 13 rows sorted by energy today',
      `?pn=1&ps=${PAGE_ROWS}&sort=energy_today&order=desc`,
      PAGE_ROWS,
      PAGE_ROWS,
      true,
      'energy_today',
    ),
    list('all 10,000 devices', '', 100_000, listed, false),
  ];
}
