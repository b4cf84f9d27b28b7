/**
 * Queries for device lists. A short page is selected before any join, so that a page out of 10,000
 * devices joins a dozen rows; the state is joined earlier only if it filters or sorts. The page is
 * sorted twice, because a row number in the inner query would sort all 10,000 rows in full. A long
 * page would be slower both ways, so it is read in slices.
 */
import type { DeviceSort } from '@busbar/contract/v2/fleet/devices';
import type { BreakerPosition } from '@busbar/domain/switch/breaker-position';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import {
  type Database,
  type Executor,
  type Read,
  read,
  runRead,
} from '../../../storage/database.ts';
import { isCounted } from '../../shared/counted-device-queries.ts';
import { isInScope } from '../../shared/group-scope-queries.ts';
import { likeAnywhere } from '../../shared/plain-text.ts';
import type { DeviceKey } from './device-lookup-queries.ts';
import { type DeviceSummary, summaryOf } from './device-summary.ts';
import {
  fewSummaryJoins,
  type PackedSummary,
  SORTS,
  SUMMARY_COLUMNS,
  type SummaryRow,
  summaryJoins,
  WHOLE_SUMMARY,
} from './device-summary-queries.ts';
import { energyTodayJoin } from './energy-today-queries.ts';
import { isInPosition } from './position-queries.ts';
import { PRESENCE_JOINS, presenceAt } from './presence-queries.ts';

export interface DeviceFilter {
  /** Substring of a device name, device code or type name, ignoring case. */
  readonly keyword?: string | undefined;
  /** True selects online devices; false selects all others (late and offline). */
  readonly online?: boolean | undefined;
  /** Name of a type, ignoring case; `slave` for slaves. */
  readonly typeName?: string | undefined;
  /** False selects real devices only; by default a list contains a simulated one too. */
  readonly simulated?: false | undefined;
  /** Selects breakers by their last reported position. */
  readonly position?: BreakerPosition | undefined;
}

export interface DevicePage {
  readonly offset: number;
  readonly limit: number;
  readonly sort: DeviceSort;
  readonly descending: boolean;
}

const allJoins = (scope: Scope, now: number) => sql`${summaryJoins(scope, now)} ${PRESENCE_JOINS}`;

/** Maximum rows of a page that is not read in slices. */
export const LONG_PAGE = 500;
const SLICE_ROWS = 500;

const SORTS_OF_STATE: ReadonlySet<DeviceSort> = new Set([
  'csq',
  'heard_at',
  'load',
  'load_percent',
]);

/** The type name in lists; a slave has no type of its own. */
const TYPE_NAME = sql`case when device.kind = 'slave' then 'slave' else device_type.name end`;
const TYPE_JOIN = sql`join device_type on device_type.device_type_id = device.device_type_id`;
const GROUP_JOIN = sql`join user_group
  on user_group.customer_id = device.customer_id and user_group.group_id = device.group_id`;

function chosen(
  scope: Scope,
  filter: DeviceFilter,
  now: number,
  joins: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const conditions = [
    sql`device.customer_id = ${scope.customerId}`,
    sql`device.deleted_at is null`,
    isInScope(scope, sql`user_group.path`),
  ];
  if (filter.keyword !== undefined && filter.keyword !== '') {
    const pattern = likeAnywhere(filter.keyword);
    conditions.push(sql`(device.name ilike ${pattern} or device.device_code ilike ${pattern}
      or ${TYPE_NAME} ilike ${pattern})`);
  }
  if (filter.typeName !== undefined && filter.typeName !== '') {
    const name = filter.typeName.toLowerCase();
    conditions.push(
      name === 'slave'
        ? sql`device.kind = 'slave'`
        : sql`device.kind <> 'slave' and lower(device_type.name) = ${name}`,
    );
  }
  if (filter.simulated === false) conditions.push(isCounted('device'));
  if (filter.online !== undefined) {
    conditions.push(sql`(${presenceAt(now)} = 'online') = ${filter.online}::boolean`);
  }
  if (filter.position !== undefined) conditions.push(isInPosition(filter.position));
  return sql`from device ${GROUP_JOIN} ${joins} where ${sql.join(conditions, sql` and `)}`;
}

/** Returns the joins that the filter and sort order need besides the device and its group. */
function joinsOf(
  scope: Scope,
  filter: DeviceFilter,
  now: number,
  sort?: DeviceSort,
): RawBuilder<unknown> {
  const state =
    filter.online !== undefined ||
    filter.position !== undefined ||
    (sort !== undefined && SORTS_OF_STATE.has(sort));
  const type =
    (filter.typeName ?? '') !== '' || (filter.keyword ?? '') !== '' || sort === 'device_type';
  const energy = sort === 'energy_today' ? energyTodayJoin(scope, now) : sql``;
  return sql`${type ? TYPE_JOIN : sql``} ${state ? PRESENCE_JOINS : sql``} ${energy}`;
}

export async function countDevices(
  db: Executor,
  scope: Scope,
  filter: DeviceFilter,
  now: number,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total ${chosen(scope, filter, now, joinsOf(scope, filter, now))}`.execute(
    db,
  );
  return rows[0]?.total ?? 0;
}

export async function listDevices(
  db: Executor,
  scope: Scope,
  filter: DeviceFilter,
  page: DevicePage,
  now: number,
): Promise<DeviceSummary[]> {
  const { order, cut } = orderOf(page);
  const { rows } = await sql<SummaryRow>`
    select ${SUMMARY_COLUMNS}
    from (
      select device.* ${chosen(scope, filter, now, joinsOf(scope, filter, now, page.sort))} ${order} ${cut}
    ) device
    ${GROUP_JOIN} ${allJoins(scope, now)}
    where device.customer_id = ${scope.customerId} ${order}`.execute(db);
  return rows.map((row) => summaryOf(row, now));
}

/** Yields a long page in slices that can be garbage-collected one by one. */
export async function* sliceDevices(
  database: Pick<Database, 'db' | 'stream'>,
  scope: Scope,
  filter: DeviceFilter,
  page: DevicePage,
  now: number,
): AsyncGenerator<DeviceSummary[]> {
  const { order, cut } = orderOf(page);
  const query = sql<PackedSummary>`select ${WHOLE_SUMMARY.column}
    ${chosen(scope, filter, now, allJoins(scope, now))} ${order} ${cut}`;
  const compilable = { compile: () => query.compile(database.db) };
  for await (const rows of database.stream<PackedSummary>(compilable, SLICE_ROWS)) {
    yield rows.map((row) => summaryOf(WHOLE_SUMMARY.unpacked(row), now));
  }
}

function orderOf({ sort, descending, limit, offset }: DevicePage) {
  const direction = descending ? sql`desc` : sql`asc`;
  return {
    order: sql`order by ${SORTS[sort]} ${direction} nulls last,
      device.device_code collate "C" ${direction}`,
    cut: sql`limit ${limit} offset ${offset}`,
  };
}

/**
 * The active device of the scope with an id or code (two if one has the id and another the code),
 * or the slaves of a gateway in address order.
 */
export function summariesOf(
  scope: Scope,
  key: DeviceKey | { readonly gatewayId: number },
  now: number,
): Read<DeviceSummary[]> {
  const query = sql<SummaryRow>`
    select ${SUMMARY_COLUMNS}
    from device ${GROUP_JOIN} ${fewSummaryJoins(scope, now)} ${PRESENCE_JOINS}
    where device.customer_id = ${scope.customerId} and device.deleted_at is null
      and ${'gatewayId' in key ? sql`device.gateway_id = ${key.gatewayId}` : isDevice(key)}
      and user_group.path @> array[${scope.groupId}::integer]
    order by device.slave_address`;
  return read(query, (rows) => rows.map((row) => summaryOf(row, now)));
}

export function findSummaries(
  db: Executor,
  scope: Scope,
  key: DeviceKey,
  now: number,
): Promise<DeviceSummary[]> {
  return runRead(db, summariesOf(scope, key, now));
}

/**
 * The active devices of the customer with an id or code, in whatever group, as rows
 * `d (device_id)`.
 */
export const devicesWith = (
  { customerId }: Pick<Scope, 'customerId'>,
  key: DeviceKey,
): RawBuilder<unknown> => sql`(
  select device.device_id from device
  where device.customer_id = ${customerId} and device.deleted_at is null and ${isDevice(key)}
) d (device_id)`;

function isDevice({ id, code }: DeviceKey): RawBuilder<unknown> {
  const parts = [
    ...(id === undefined ? [] : [sql`device.device_id = ${id}`]),
    ...(code === undefined ? [] : [sql`device.device_code = ${code}`]),
  ];
  return sql`(${sql.join(parts, sql` or `)})`;
}

export interface PresenceCount {
  readonly total: number;
  readonly online: number;
  /** Number of devices that are not online, including late ones. */
  readonly offline: number;
  /** Number of offline devices that are only late. */
  readonly late: number;
}

export async function countByPresence(
  db: Executor,
  scope: Scope,
  now: number,
): Promise<PresenceCount> {
  const { rows } = await sql<PresenceCount>`
    select count(*) as total, count(*) filter (where presence = 'online') as online,
      count(*) filter (where presence = 'late') as late,
      count(*) filter (where presence <> 'online') as offline
    from (
      select ${presenceAt(now)} as presence
      ${chosen(scope, { simulated: false }, now, PRESENCE_JOINS)}
    ) seen`.execute(db);
  return rows[0] ?? { total: 0, online: 0, late: 0, offline: 0 };
}
