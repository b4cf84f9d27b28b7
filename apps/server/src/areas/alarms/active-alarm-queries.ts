/** Open rows of `alarm`: bulk lock, insert and update. */

import { alarmPriority } from '@busbar/domain/alarm/alarm-class';
import type { ActiveAlarm, AlarmSource } from '@busbar/domain/alarm/alarm-life';
import { LOWEST_PEAK_TYPES } from '@busbar/domain/alarm/alarm-type';
import type { LocalDate } from '@busbar/domain/local-date';
import { CompiledQuery, sql } from 'kysely';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import { customersOf, overCustomers } from '../../storage/distributed/over-customers.ts';
import type { AlarmEvent } from './alarm-event.ts';

export interface AlarmedDevice {
  readonly customerId: number;
  readonly deviceId: number;
  readonly groupId: number;
  readonly groupPath: readonly number[];
  readonly zone: string;
  readonly simulated: boolean;
}

/**
 * Rows are looked up by `= any(...)` on each column of the key: with a join on a list of keys,
 * tables that have grown since they were last analyzed are scanned completely more often. Ids
 * belong to one customer only, so no unintended pair is found.
 */
const once = <T>(of: readonly T[]): T[] => [...new Set(of)];

const customers = (of: readonly { customerId: number }[]) => of.map(({ customerId }) => customerId);

const devices = (of: readonly { deviceId: number }[]) => of.map(({ deviceId }) => deviceId);

/** Returns the devices of the events that are not deleted, keyed by device id. */
export async function readAlarmedDevices(
  trx: Executor,
  events: readonly AlarmEvent[],
): Promise<Map<number, AlarmedDevice>> {
  const { rows } = await sql<AlarmedDevice>`
    select d.customer_id as "customerId", d.device_id as "deviceId", d.group_id as "groupId",
      g.path as "groupPath", z.iana_name as zone, d.simulated
    from device d
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    join customer c on c.customer_id = d.customer_id
    join zone z on z.zone_id = c.zone_id
    where d.customer_id = any(${once(customers(events))}::int4[])
      and d.device_id = any(${once(devices(events))}::int4[]) and d.deleted_at is null`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.deviceId, row]));
}

export interface LockedAlarm extends ActiveAlarm {
  readonly id: number;
  readonly deviceId: number;
  readonly type: string;
  readonly phase: string;
  readonly quiet: boolean;
}

/**
 * Locks the open alarms of these devices and types in every combination of the two. All callers
 * lock in the same order, so that two processes cannot deadlock.
 */
export async function lockOpenAlarms(
  trx: Executor,
  events: readonly AlarmEvent[],
): Promise<LockedAlarm[]> {
  return overCustomers(
    trx,
    customersOf(events),
    (within) => sql<LockedAlarm>`
    select a.alarm_id as id, a.device_id as "deviceId", a.alarm_type as type, a.phase, a.quiet,
      a.source, a.opened_at as "openedAt", a.last_at as "lastAt", a.count,
      a.first_value as "firstValue", a.last_value as "lastValue", a.peak_value as "peakValue",
      a.limit_value as "limitValue"
    from alarm a
    where a.customer_id = any(${once(customers(events))}::int4[])
      and a.device_id = any(${once(devices(events))}::int4[])
      and a.alarm_type = any(${once(events.map(({ type }) => type))}::text[])
      and a.ended_at is null and ${within('a')}
    order by a.customer_id, a.alarm_id
    for update`,
  );
}

/**
 * Returns the newest end event, from the device or the platform, of each alarm in `events`, keyed
 * by device, type and phase; the events in `excluded`, which were just stored, are ignored.
 */
export async function readLastEnds(
  trx: Executor,
  events: readonly AlarmEvent[],
  excluded: readonly number[],
): Promise<Map<string, number>> {
  const begun = events.filter(({ active }) => active);
  if (begun.length === 0) return new Map();
  const { rows } = await sql<{ key: string; at: number }>`
    select e.device_id || ' ' || e.alarm_type || ' ' || b.phase as key,
      max(e.occurred_at) as at
    from unnest(${customers(begun)}::int4[], ${devices(begun)}::int4[],
      ${begun.map(({ type }) => type)}::text[], ${begun.map(({ phase }) => phase)}::text[],
      ${begun.map(({ at }) => new Date(at))}::timestamptz[])
      as b (customer_id, device_id, alarm_type, phase, at)
    join device_alarm_event e on e.customer_id = b.customer_id and e.device_id = b.device_id
      and e.occurred_at > b.at and e.alarm_type = b.alarm_type and not e.active
      and coalesce(e.phase, '') in ('', b.phase)
    where e.device_alarm_event_id <> all(${[...excluded]}::int8[])
    group by 1`.execute(trx);
  return new Map(rows.map(({ key, at }) => [key, at]));
}

export interface NewAlarm {
  readonly customerId: number;
  readonly deviceId: number;
  readonly groupId: number;
  readonly type: string;
  readonly kind: 'alarm' | 'warning';
  readonly phase: string;
  readonly day: LocalDate;
  readonly alarm: ActiveAlarm;
  readonly endedAt: number | null;
  readonly endReason: string | null;
  readonly late: boolean;
  readonly quiet: boolean;
}

export interface InsertedAlarm {
  readonly id: number;
  /** False if another process opened the alarm in the meantime and this row was merged into it. */
  readonly isNew: boolean;
}

/** Constants, so that the statement can be divided (on Citus) without a parameter in both parts. */
const LOWEST_PEAK = LOWEST_PEAK_TYPES.map((type) => `'${type}'`).join(', ');

const at = (ms: number) => new Date(ms);

const atOrNull = (ms: number | null) => (ms === null ? null : new Date(ms));

/** Returns the results in the order of `rows`. */
export async function insertAlarms(
  trx: Executor,
  rows: readonly NewAlarm[],
): Promise<InsertedAlarm[]> {
  if (rows.length === 0) return [];
  // All callers insert in the same order, so that two processes cannot deadlock.
  const order = rows
    .map((row, i) => ({ row, i }))
    .toSorted(
      (a, b) => a.row.deviceId - b.row.deviceId || (sortKey(a.row) < sortKey(b.row) ? -1 : 1),
    );
  const sorted = order.map(({ row }) => row);
  const { rows: inserted } = await trx.executeQuery<InsertedAlarm>(
    CompiledQuery.raw(
      `insert into alarm as a (customer_id, device_id, group_id, alarm_type, kind, priority, phase,
        source, opened_at, day, last_at, ended_at, end_reason, count, first_value, last_value,
        peak_value, limit_value, late, quiet, log_detail, facts)
      select * from unnest($1::int4[], $2::int4[], $3::int4[], $4::text[], $5::text[], $6::int2[],
        $7::text[], $8::text[], $9::timestamptz[], $10::date[], $11::timestamptz[],
        $12::timestamptz[], $13::text[], $14::int4[], $15::float8[], $16::float8[], $17::float8[],
        $18::float8[], $19::bool[], $20::bool[], $21::text[],
        $22::jsonb[])
      on conflict (customer_id, device_id, alarm_type, phase) where ended_at is null do update set
        count = a.count + excluded.count,
        last_at = greatest(a.last_at, excluded.last_at),
        last_value = excluded.last_value,
        peak_value = case when a.alarm_type = any (array[${LOWEST_PEAK}])
          then least(a.peak_value, excluded.peak_value)
          else greatest(a.peak_value, excluded.peak_value) end
      returning alarm_id as id, xmax = 0 as "isNew"`,
      [
        customers(sorted),
        devices(sorted),
        sorted.map(({ groupId }) => groupId),
        sorted.map(({ type }) => type),
        sorted.map(({ kind }) => kind),
        sorted.map(({ type }) => alarmPriority(type)),
        sorted.map(({ phase }) => phase),
        sorted.map(({ alarm }): AlarmSource => alarm.source),
        sorted.map(({ alarm }) => at(alarm.openedAt)),
        sorted.map(({ day }) => day),
        sorted.map(({ alarm }) => at(alarm.lastAt)),
        sorted.map(({ endedAt }) => atOrNull(endedAt)),
        sorted.map(({ endReason }) => endReason),
        sorted.map(({ alarm }) => alarm.count),
        sorted.map(({ alarm }) => alarm.firstValue),
        sorted.map(({ alarm }) => alarm.lastValue),
        sorted.map(({ alarm }) => alarm.peakValue),
        sorted.map(({ alarm }) => alarm.limitValue),
        sorted.map(({ late }) => late),
        sorted.map(({ quiet }) => quiet),
        sorted.map(({ alarm }) => alarm.detail ?? ''),
        sorted.map(({ alarm }) => alarm.facts ?? null),
      ],
    ),
  );
  const answer: InsertedAlarm[] = [];
  for (const [position, { i }] of order.entries()) answer[i] = inserted[position]!;
  return answer;
}

const sortKey = ({ type, phase, alarm }: NewAlarm) => `${type} ${phase} ${alarm.openedAt}`;

export interface ChangedAlarm {
  readonly customerId: number;
  readonly id: number;
  readonly alarm: ActiveAlarm;
  readonly endedAt: number | null;
  readonly endReason: string | null;
}

export async function updateAlarms(trx: Executor, rows: readonly ChangedAlarm[]): Promise<void> {
  if (rows.length === 0) return;
  await trx.executeQuery(
    CompiledQuery.raw(
      `update alarm a set source = n.source, last_at = n.last_at, count = n.count,
        last_value = n.last_value, peak_value = n.peak_value, limit_value = n.limit_value,
        ended_at = n.ended_at, end_reason = n.end_reason,
        log_detail = coalesce(n.log_detail, a.log_detail), facts = coalesce(n.facts, a.facts)
      from unnest($1::int4[], $2::int8[], $3::text[], $4::timestamptz[], $5::int4[], $6::float8[],
        $7::float8[], $8::float8[], $9::timestamptz[], $10::text[], $11::text[],
        $12::jsonb[])
        as n (customer_id, alarm_id,
        source, last_at, count, last_value, peak_value, limit_value, ended_at, end_reason,
        log_detail, facts)
      where a.customer_id = n.customer_id and a.alarm_id = n.alarm_id`,
      [
        customers(rows),
        rows.map(({ id }) => id),
        rows.map(({ alarm }): AlarmSource => alarm.source),
        rows.map(({ alarm }) => at(alarm.lastAt)),
        rows.map(({ alarm }) => alarm.count),
        rows.map(({ alarm }) => alarm.lastValue),
        rows.map(({ alarm }) => alarm.peakValue),
        rows.map(({ alarm }) => alarm.limitValue),
        rows.map(({ endedAt }) => atOrNull(endedAt)),
        rows.map(({ endReason }) => endReason),
        rows.map(({ alarm }) => alarm.detail ?? null),
        rows.map(({ alarm }) => alarm.facts ?? null),
      ],
    ),
  );
}

/** An alarm event to be stored. */
export interface NewAlarmEvent {
  readonly event: AlarmEvent;
  /** With device, time and type, it identifies a repeated event; null: only values, not stored. */
  readonly hash: number | null;
  /** Time of occurrence if it differs from the event's own time. */
  readonly occurredAt?: number;
}

export async function insertDeviceEvents(trx: Executor, events: readonly NewAlarmEvent[]) {
  const rows = events.flatMap(({ hash, ...event }) => (hash === null ? [] : [{ ...event, hash }]));
  if (rows.length === 0) return [];
  return trx
    .insertInto('device_alarm_event')
    .values(
      rows.map(({ event, hash, occurredAt }) => ({
        customer_id: event.customerId,
        device_id: event.deviceId,
        occurred_at: instant(occurredAt ?? event.at),
        received_at: instant(event.arrivedAt),
        alarm_type: event.type,
        kind: event.kind,
        active: event.active,
        value: event.value,
        limit_value: event.limit,
        phase: event.phase === '' ? null : event.phase,
        content_hash: hash,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning([
      'device_alarm_event_id as id',
      'device_id as deviceId',
      'occurred_at as at',
      'alarm_type as type',
      'content_hash as hash',
    ])
    .execute();
}
