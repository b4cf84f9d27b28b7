/** Alarms of the devices in the lamp groups and towers of projects. */
import type { AlarmFacts } from '@busbar/domain/alarm/alarm-facts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface ProjectAlarm {
  readonly id: number;
  readonly projectId: number;
  readonly projectName: string;
  /** The lamp group that the device belongs to; null if it belongs to a tower (`towerId`). */
  readonly lampGroupId: number | null;
  readonly towerId: number | null;
  readonly partName: string;
  readonly deviceCode: string;
  readonly deviceName: string;
  readonly type: string;
  readonly kind: 'alarm' | 'warning';
  readonly phase: string;
  readonly detail: string;
  readonly facts: AlarmFacts;
  readonly value: number | null;
  readonly peak: number | null;
  readonly limit: number | null;
  readonly openedAt: number;
  readonly endedAt: number | null;
  readonly handledAt: number | null;
  readonly handledByName: string;
  readonly handledNote: string;
}

export interface ProjectAlarmFilter {
  readonly kind: 'alarm' | 'warning';
  readonly projectId?: number | undefined;
  readonly deviceId?: number | undefined;
  readonly id?: number | undefined;
  readonly handled?: boolean | undefined;
  readonly open?: boolean | undefined;
  /** Selects alarms opened in [from, to), epoch ms. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

function matching(scope: Scope, filter: ProjectAlarmFilter): RawBuilder<unknown> {
  const { kind, projectId, deviceId, id, handled, open, from, to } = filter;
  const all: RawBuilder<SqlBool>[] = [sql`a.kind = ${kind}`];
  if (projectId !== undefined) all.push(sql`part.project_id = ${projectId}`);
  if (deviceId !== undefined) all.push(sql`a.device_id = ${deviceId}`);
  if (id !== undefined) all.push(sql`a.alarm_id = ${id}`);
  if (handled !== undefined) all.push(sql`(a.handled_at is not null) = ${handled}`);
  if (open !== undefined) all.push(sql`(a.ended_at is null) = ${open}`);
  if (from !== undefined) all.push(sql`a.opened_at >= ${instant(from)}`);
  if (to !== undefined) all.push(sql`a.opened_at < ${instant(to)}`);
  return sql`
    from project_device part
    join project p on p.customer_id = part.customer_id and p.project_id = part.project_id
      and p.deleted_at is null
    join user_group pg on pg.customer_id = p.customer_id and pg.group_id = p.group_id
    join alarm a on a.customer_id = part.customer_id and a.device_id = part.device_id
      and a.deleted_at is null
    join user_group g on g.customer_id = a.customer_id and g.group_id = a.group_id
    join device d on d.customer_id = a.customer_id and d.device_id = a.device_id
    where part.customer_id = ${scope.customerId}
      and pg.path @> array[${scope.groupId}::integer]
      and g.path @> array[${scope.groupId}::integer] and ${sql.join(all, sql` and `)}`;
}

/** Returns the alarms, newest first. */
export async function listProjectAlarms(
  db: Executor,
  scope: Scope,
  filter: ProjectAlarmFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ProjectAlarm[]> {
  const { rows } = await sql<ProjectAlarm>`
    select a.alarm_id as id, part.project_id as "projectId", p.name as "projectName",
      part.lamp_group_id as "lampGroupId", part.tower_id as "towerId", part.name as "partName",
      d.device_code as "deviceCode", d.name as "deviceName", a.alarm_type as type, a.kind,
      a.phase, a.log_detail as detail, a.last_value as value, a.peak_value as peak,
      a.limit_value as "limit", coalesce(a.facts, '{}') as facts,
      a.opened_at as "openedAt", a.ended_at as "endedAt", a.handled_at as "handledAt",
      a.handled_by_name as "handledByName", a.handled_note as "handledNote"
    ${matching(scope, filter)}
    order by a.opened_at desc, a.alarm_id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countProjectAlarms(
  db: Executor,
  scope: Scope,
  filter: ProjectAlarmFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count ${matching(scope, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}
