/** Rows of `alarm` as shown in lists. */

import type { AlarmFacts } from '@busbar/domain/alarm/alarm-facts';
import type { InsertObject } from 'kysely';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../../caller.ts';
import { instant } from '../../storage/column-types.ts';
import { type Executor, type Read, read, runRead } from '../../storage/database.ts';
import type { Schema } from '../../storage/schema/schema.ts';
import { waking } from '../../wake-job.ts';
import { isOfCounted } from '../shared/counted-device-queries.ts';
import { ALL_TIME } from '../shared/table-writers/alarm-sum-queries.ts';
import { groupsSeen, inGroups } from './alarm-scope-queries.ts';

export interface AlarmRow {
  readonly customerId: number;
  readonly id: number;
  readonly deviceId: number;
  readonly deviceCode: string;
  readonly deviceName: string;
  readonly deviceSimulated: boolean;
  readonly groupId: number;
  readonly groupPath: readonly number[];
  readonly type: string;
  readonly kind: 'alarm' | 'warning';
  readonly priority: number;
  /** Empty if the alarm has no phase. */
  readonly phase: string;
  readonly source: 'device' | 'platform';
  readonly openedAt: number;
  readonly day: string;
  readonly lastAt: number;
  readonly endedAt: number | null;
  readonly endReason: string | null;
  readonly count: number;
  readonly firstValue: number | null;
  readonly lastValue: number | null;
  readonly peakValue: number | null;
  readonly limitValue: number | null;
  readonly late: boolean;
  readonly quiet: boolean;
  readonly handledAt: number | null;
  readonly handledBy: number | null;
  readonly handledByName: string;
  readonly handledNote: string;
  readonly snoozedUntil: number | null;
  readonly snoozedByName: string;
  readonly deletedAt: number | null;
  /** Text shown in addition to the values: `2 lamps`. */
  readonly detail: string;
  readonly facts: AlarmFacts;
}

/** The place of an alarm in the order of time. */
export type AlarmPlace = Pick<AlarmRow, 'openedAt' | 'id'>;

export interface AlarmFilter {
  readonly handled?: boolean | undefined;
  readonly open?: boolean | undefined;
  readonly deviceId?: number | undefined;
  /** Restricts the result to the alarm with this id. */
  readonly id?: number | undefined;
  /** Restricts the result to alarms of this type. */
  readonly type?: string | undefined;
  /** Type whose rows are omitted from the list but included in the total. */
  readonly hiddenType?: string | undefined;
  readonly kind?: 'alarm' | 'warning' | undefined;
  /** Restricts the result to alarms opened in [from, to), epoch ms. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Restricts the result to alarms that follow this one, newest first. */
  readonly after?: AlarmPlace | undefined;
  /** Also includes alarms opened before `from` that had not ended by then. */
  readonly standing?: boolean | undefined;
  /** Selects the alarms of simulated devices, or all others; a list contains both by default. */
  readonly simulated?: boolean | undefined;
}

export interface AlarmPage {
  readonly limit: number;
  readonly offset: number;
  readonly order: 'time' | 'priority';
}

const COLUMNS = sql`
  a.customer_id as "customerId", a.alarm_id as id, a.device_id as "deviceId",
  d.device_code as "deviceCode", d.name as "deviceName", d.simulated as "deviceSimulated",
  a.group_id as "groupId", g.path as "groupPath", a.alarm_type as type, a.kind, a.priority,
  a.phase, a.source, a.opened_at as "openedAt", a.day, a.last_at as "lastAt",
  a.ended_at as "endedAt", a.end_reason as "endReason", a.count,
  a.first_value as "firstValue", a.last_value as "lastValue", a.peak_value as "peakValue",
  a.limit_value as "limitValue", a.late, a.quiet, a.handled_at as "handledAt",
  a.handled_by as "handledBy", a.handled_by_name as "handledByName", a.handled_note as "handledNote",
  a.snoozed_until as "snoozedUntil", a.snoozed_by_name as "snoozedByName",
  a.deleted_at as "deletedAt", a.log_detail as detail,
  coalesce(a.facts, '{}') as facts`;

const JOINS = sql`
  join device d on d.customer_id = a.customer_id and d.device_id = a.device_id
  join user_group g on g.customer_id = a.customer_id and g.group_id = a.group_id`;

export async function listAlarms(
  db: Executor,
  scope: Scope,
  filter: AlarmFilter,
  page: AlarmPage,
): Promise<AlarmRow[]> {
  return runRead(db, alarmList(scope, await groupsSeen(db, scope), filter, page));
}

/** `groups`: those of the scope, undefined for all groups of the customer. */
export function alarmList(
  scope: Scope,
  groups: readonly number[] | undefined,
  filter: AlarmFilter,
  { limit, offset, order }: AlarmPage,
): Read<AlarmRow[]> {
  const first = order === 'priority' ? sql`a.priority,` : sql``;
  const { hiddenType } = filter;
  const shown = hiddenType === undefined ? sql`true` : sql`a.alarm_type <> ${hiddenType}`;
  const query = sql<AlarmRow>`
    select ${COLUMNS} from (
      select a.* from alarm a where ${ofScope(scope, groups)} and ${matching(filter)} and ${shown}
      order by ${first} a.opened_at desc, a.alarm_id desc limit ${limit} offset ${offset}
    ) a ${JOINS}
    order by ${first} a.opened_at desc, a.alarm_id desc`;
  return read(query, (rows) => [...rows]);
}

export async function countAlarms(
  db: Executor,
  scope: Scope,
  filter: AlarmFilter,
): Promise<number> {
  let total = 0;
  for (const part of alarmCounts(scope, await groupsSeen(db, scope), filter)) {
    total += await runRead(db, part);
  }
  return total;
}

/**
 * The numbers whose sum is the number of alarms. The total of a list without filters for time,
 * state or device is read from the sums.
 */
export function alarmCounts(
  scope: Scope,
  groups: readonly number[] | undefined,
  filter: AlarmFilter,
): Read<number>[] {
  const { from, to, open, deviceId, id, simulated } = filter;
  const isSummed =
    simulated !== true && [from, to, open, deviceId, id].every((limit) => limit === undefined);
  if (!isSummed) return [countOfRows(scope, groups, filter)];
  const ofSums = countOfSums(scope, filter);
  if (filter.simulated === false) return [ofSums];
  // The sums contain no alarms of simulated devices, which are few enough to be counted.
  return [ofSums, countOfRows(scope, groups, filter, isOfSimulated(scope))];
}

const firstCount = (rows: readonly { readonly count: number }[]) => rows[0]?.count ?? 0;

function countOfSums(scope: Scope, { handled, type, kind }: AlarmFilter): Read<number> {
  const number =
    handled === undefined ? sql`s.alarms` : handled ? sql`s.handled` : sql`s.alarms - s.handled`;
  const query = sql<{ count: number }>`
    select coalesce(sum(${number}), 0)::bigint as count
    from alarm_group_sum s
    join user_group g on g.customer_id = s.customer_id and g.group_id = s.group_id
    where s.customer_id = ${scope.customerId} and s.period = 'all'
      and s.start_day = ${ALL_TIME}::date and g.path @> array[${scope.groupId}::integer]
      and ${type === undefined ? sql`true` : sql`s.alarm_type = ${type}`}
      and ${kind === undefined ? sql`true` : sql`s.kind = ${kind}`}`;
  return read(query, firstCount);
}

function countOfRows(
  scope: Scope,
  groups: readonly number[] | undefined,
  filter: AlarmFilter,
  only: RawBuilder<unknown> = sql`true`,
): Read<number> {
  const query = sql<{ count: number }>`
    select count(*) as count from alarm a
    where ${ofScope(scope, groups)} and ${matching(filter)} and ${only}`;
  return read(query, firstCount);
}

const isOfSimulated = ({ customerId }: Scope) => sql`a.device_id in (
  select device_id from device where customer_id = ${customerId} and simulated)`;

function ofScope(
  { customerId }: Scope,
  groups: readonly number[] | undefined,
): RawBuilder<SqlBool> {
  return sql<SqlBool>`a.customer_id = ${customerId} and a.deleted_at is null
    and ${inGroups(sql`a.group_id`, groups)}`;
}

function matching(filter: AlarmFilter): RawBuilder<SqlBool> {
  const { handled, open, deviceId, id, type, kind, from, to, after, standing, simulated } = filter;
  const all: RawBuilder<SqlBool>[] = [sql`true`];
  if (handled !== undefined) all.push(sql`(a.handled_at is not null) = ${handled}`);
  if (open === true) all.push(sql`a.ended_at is null`);
  if (open === false) all.push(sql`a.ended_at is not null`);
  if (deviceId !== undefined) all.push(sql`a.device_id = ${deviceId}`);
  if (id !== undefined) all.push(sql`a.alarm_id = ${id}`);
  if (type !== undefined) all.push(sql`a.alarm_type = ${type}`);
  if (kind !== undefined) all.push(sql`a.kind = ${kind}`);
  if (from !== undefined) {
    const at = instant(from);
    all.push(
      standing === true
        ? sql`(a.opened_at >= ${at} or a.ended_at is null or a.ended_at > ${at})`
        : sql`a.opened_at >= ${at}`,
    );
  }
  if (simulated !== undefined) {
    const counted = isOfCounted(sql`a.customer_id`, sql`a.device_id`);
    all.push(simulated ? sql<SqlBool>`not ${counted}` : counted);
  }
  if (to !== undefined) all.push(sql`a.opened_at < ${instant(to)}`);
  if (after !== undefined) {
    all.push(sql`(a.opened_at, a.alarm_id) < (${instant(after.openedAt)}, ${after.id}::int8)`);
  }
  return sql.join(all, sql` and `);
}

/** Reads alarms that were just written, of any customer, including deleted ones. */
export async function readAlarms(
  db: Executor,
  keys: readonly { customerId: number; id: number }[],
): Promise<AlarmRow[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<AlarmRow>`
    select ${COLUMNS} from alarm a ${JOINS}
    where a.customer_id = any(${[...new Set(keys.map(({ customerId }) => customerId))]}::int4[])
      and a.alarm_id = any(${keys.map(({ id }) => id)}::int8[])
    order by a.alarm_id`.execute(db);
  return rows;
}

/** An end is published right after its commit, so an end older than this was published already. */
const JUST_MS = 5_000;

export async function readJustEnded(
  db: Executor,
  customerId: number,
  deviceId: number,
  type: string,
  now: number,
): Promise<AlarmRow[]> {
  const { rows } = await sql<AlarmRow>`
    select ${COLUMNS} from alarm a ${JOINS}
    where a.customer_id = ${customerId} and a.device_id = ${deviceId} and a.alarm_type = ${type}
      and a.deleted_at is null and a.ended_at > ${instant(now - JUST_MS)}`.execute(db);
  return rows;
}

/** Locks the alarm until the transaction ends; undefined if it is outside the scope or deleted. */
export async function lockAlarm(
  trx: Executor,
  scope: Scope,
  id: number,
): Promise<AlarmRow | undefined> {
  const { rows } = await sql<AlarmRow>`
    select ${COLUMNS} from alarm a ${JOINS}
    where a.customer_id = ${scope.customerId} and a.alarm_id = ${id} and a.deleted_at is null
      and g.path @> array[${scope.groupId}::integer]
    for update of a`.execute(trx);
  return rows[0];
}

/** Locks the alarms in the order of their ids, so that two calls cannot deadlock. */
export async function lockAlarms(
  trx: Executor,
  scope: Scope,
  ids: readonly number[],
): Promise<AlarmRow[]> {
  const { rows } = await sql<AlarmRow>`
    select ${COLUMNS} from alarm a ${JOINS}
    where a.customer_id = ${scope.customerId} and a.alarm_id = any(${[...ids]}::int8[])
      and a.deleted_at is null and g.path @> array[${scope.groupId}::integer]
    order by a.alarm_id for update of a`.execute(trx);
  return rows;
}

export function updateAlarm(trx: Executor, alarm: AlarmRow, values: object) {
  return trx
    .updateTable('alarm')
    .set(values)
    .where('customer_id', '=', alarm.customerId)
    .where('alarm_id', '=', alarm.id)
    .execute();
}

export async function insertAlarmEvents(
  trx: Executor,
  events: readonly InsertObject<Schema, 'alarm_news'>[],
): Promise<void> {
  await trx.insertInto('alarm_news').values(events).execute();
}

/**
 * `changed` after an acknowledgement was withdrawn or a snooze was shortened: notices of the alarm
 * are due again.
 */
export async function insertAlarmEvent(
  trx: Executor,
  alarm: AlarmRow,
  what: 'handled' | 'changed' | 'ended',
  now: number,
): Promise<void> {
  await trx
    .insertInto('alarm_news')
    .values({
      customer_id: alarm.customerId,
      alarm_id: alarm.id,
      what,
      at: instant(now),
      quiet: alarm.quiet || alarm.late,
    })
    .returning(waking('notifications'))
    .execute();
}
