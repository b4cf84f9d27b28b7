/** Rows of `project_visit`, and the maintenance windows opened for them. */
import { pickSnakeCase } from '@busbar/domain/key-case';
import { type RawBuilder, sql } from 'kysely';
import type { Caller, Scope } from '../../../caller.ts';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';

export interface VisitPart {
  readonly name: string;
  readonly quantity: number;
}

export interface VisitFields {
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly worker: string;
  readonly notes: string;
  readonly parts: readonly VisitPart[];
}

export interface Visit extends VisitFields {
  readonly id: number;
  readonly projectId: number;
  readonly lampGroupId: number | null;
  readonly lampGroupName: string | null;
  readonly state: 'planned' | 'done' | 'cancelled';
  readonly windowIds: readonly number[];
  readonly createdByName: string;
  readonly createdAt: number;
}

export interface VisitFilter {
  readonly projectId?: number | undefined;
  readonly id?: number | undefined;
  /** Selects visits that overlap [from, to), epoch ms. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

function seen(scope: Scope, { projectId, id, from, to }: VisitFilter): RawBuilder<unknown> {
  return sql`
    from project_visit v
    join project p on p.customer_id = v.customer_id and p.project_id = v.project_id
      and p.deleted_at is null
    join user_group g on g.customer_id = p.customer_id and g.group_id = p.group_id
    left join lamp_group l on l.customer_id = v.customer_id and l.lamp_group_id = v.lamp_group_id
    where v.customer_id = ${scope.customerId} and g.path @> array[${scope.groupId}::integer]
      and ${projectId === undefined ? sql`true` : sql`v.project_id = ${projectId}`}
      and ${id === undefined ? sql`true` : sql`v.project_visit_id = ${id}`}
      and ${from === undefined ? sql`true` : sql`v.ends_at > ${instant(from)}`}
      and ${to === undefined ? sql`true` : sql`v.starts_at < ${instant(to)}`}`;
}

/** Returns the visits, latest first. `lock` locks the rows until the end of the transaction. */
export async function listVisits(
  db: Executor,
  scope: Scope,
  filter: VisitFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  lock = false,
): Promise<Visit[]> {
  const { rows } = await sql<Visit>`
    select v.project_visit_id as id, v.project_id as "projectId",
      v.lamp_group_id as "lampGroupId", l.name as "lampGroupName", v.state,
      v.starts_at as "from", v.ends_at as "to", v.worker, v.notes, v.parts,
      to_json(v.window_ids) as "windowIds", v.created_by_name as "createdByName",
      v.created_at as "createdAt"
    ${seen(scope, filter)}
    order by v.starts_at desc, v.project_visit_id desc limit ${limit} offset ${offset}
    ${lock ? sql`for update of v` : sql``}`.execute(db);
  return rows;
}

export async function countVisits(
  db: Executor,
  scope: Scope,
  filter: VisitFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count ${seen(scope, filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

const columnsOf = ({ from, to, worker, notes, parts }: VisitFields, now: number) => ({
  starts_at: instant(from),
  ends_at: instant(to),
  worker,
  notes,
  parts: jsonb(parts),
  changed_at: instant(now),
});

/** Returns the id of the new visit. */
export async function insertVisit(
  trx: Executor,
  caller: Caller,
  of: { readonly projectId: number; readonly lampGroupId: number | null },
  fields: VisitFields,
  now: number,
): Promise<number> {
  const { id } = await trx
    .insertInto('project_visit')
    .values({
      customer_id: caller.customerId,
      ...pickSnakeCase(of, 'projectId', 'lampGroupId'),
      state: 'planned',
      ...columnsOf(fields, now),
      created_by: caller.userId,
      created_by_name: caller.userName,
      created_at: instant(now),
    })
    .returning('project_visit_id as id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateVisit(
  trx: Executor,
  customerId: number,
  id: number,
  fields: VisitFields,
  state: Visit['state'],
  now: number,
): Promise<void> {
  await trx
    .updateTable('project_visit')
    .set({ ...columnsOf(fields, now), state })
    .where('customer_id', '=', customerId)
    .where('project_visit_id', '=', id)
    .execute();
}

/** Opens a maintenance window for each device and stores the window ids with the visit. */
export async function openWindows(
  trx: Executor,
  caller: Caller,
  visit: VisitFields & { readonly id: number },
  deviceIds: readonly number[],
  now: number,
): Promise<void> {
  await sql`
    with opened as (
      insert into alarm_window (customer_id, device_id, group_id, starts_at, ends_at, reason,
        created_by, created_by_name, created_at)
      select ${caller.customerId}, device_id, null, ${instant(visit.from)}, ${instant(visit.to)},
        ${visit.notes === '' ? `visit ${visit.id}` : visit.notes}, ${caller.userId},
        ${caller.userName}, ${instant(now)}
      from unnest(${[...deviceIds]}::integer[]) as of_visit (device_id)
      returning alarm_window_id
    )
    update project_visit set window_ids = (select array_agg(alarm_window_id) from opened)
    where customer_id = ${caller.customerId} and project_visit_id = ${visit.id}`.execute(trx);
}

/** Ends the maintenance windows that have not ended. */
export async function endWindows(
  trx: Executor,
  caller: Caller,
  windowIds: readonly number[],
  now: number,
): Promise<void> {
  if (windowIds.length === 0) return;
  await sql`
    update alarm_window set cancelled_at = ${instant(now)}, cancelled_by_name = ${caller.userName}
    where customer_id = ${caller.customerId} and alarm_window_id = any(${[...windowIds]}::int8[])
      and cancelled_at is null and ends_at > ${instant(now)}`.execute(trx);
}

/**
 * Moves the maintenance windows of a rescheduled visit. Ends those of devices that the caller does
 * not see: the visit must not suppress the alarms of another group.
 */
export async function moveWindows(
  trx: Executor,
  caller: Caller,
  windowIds: readonly number[],
  { from, to }: VisitFields,
  now: number,
): Promise<void> {
  if (windowIds.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select w.alarm_window_id as id from alarm_window w
    join device d on d.customer_id = w.customer_id and d.device_id = w.device_id
      and d.deleted_at is null
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    where w.customer_id = ${caller.customerId} and g.path @> array[${caller.groupId}::integer]
      and w.alarm_window_id = any(${[...windowIds]}::int8[])`.execute(trx);
  const seenIds = new Set(rows.map(({ id }) => id));
  const hidden = windowIds.filter((id) => !seenIds.has(id));
  await endWindows(trx, caller, hidden, now);
  await sql`
    update alarm_window set starts_at = ${instant(from)}, ends_at = ${instant(to)}
    where customer_id = ${caller.customerId} and alarm_window_id = any(${[...seenIds]}::int8[])
      and cancelled_at is null`.execute(trx);
}
