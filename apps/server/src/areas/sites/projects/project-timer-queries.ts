/** Rows of `project_timer`. A timer is visible to users who can see its project. */
import { pickSnakeCase, snakeCaseKeys } from '@busbar/domain/key-case';
import type { ProjectTimerSetting } from '@busbar/domain/project/project-timer';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import type { ProjectKey } from './project-queries.ts';

export interface ProjectTimer extends ProjectTimerSetting {
  readonly customerId: number;
  readonly id: number;
  readonly projectId: number;
  /** Lamp group of the timer; null if the timer applies to the whole project. */
  readonly lampGroupId: number | null;
  readonly lampGroupName: string | null;
}

const COLUMNS = sql`pt.customer_id as "customerId", pt.project_timer_id as id,
  pt.project_id as "projectId", pt.lamp_group_id as "lampGroupId", pt.days, pt.clock_time as time,
  pt.sun, pt.sun_offset_min as "offsetMin", pt.switch_order as "command", pt.enabled`;

/** Timers of a project, even a deleted one, for any caller; without the names of lamp groups. */
export async function timersOfProject(
  db: Executor,
  { customerId, projectId }: ProjectKey,
): Promise<ProjectTimer[]> {
  const { rows } = await sql<ProjectTimer>`
    select ${COLUMNS}, null as "lampGroupName" from project_timer pt
    where customer_id = ${customerId} and project_id = ${projectId}
    order by project_timer_id`.execute(db);
  return rows;
}

/** Returns the projects with timers; deleted ones only while devices still have their timers. */
export async function projectsWithTimers(db: Executor): Promise<ProjectKey[]> {
  const { rows } = await sql<ProjectKey>`
    select distinct pt.customer_id as "customerId", pt.project_id as "projectId"
    from project_timer pt
    join project p on p.customer_id = pt.customer_id and p.project_id = pt.project_id
    where p.deleted_at is null or exists (
      select 1 from timer t where t.customer_id = pt.customer_id
        and t.project_timer_id = pt.project_timer_id)
    order by 1, 2`.execute(db);
  return rows;
}

export async function zoneOfCustomer(
  db: Executor,
  { customerId }: Pick<ProjectKey, 'customerId'>,
): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select z.iana_name as zone from customer u join zone z on z.zone_id = u.zone_id
    where u.customer_id = ${customerId}`.execute(db);
  return rows[0]!.zone;
}

/** Returns the timers by clock time, sun timers last. */
export async function listProjectTimers(
  db: Executor,
  scope: Scope,
  { projectId, id }: { readonly projectId?: number; readonly id?: number },
): Promise<ProjectTimer[]> {
  const { rows } = await sql<ProjectTimer>`
    select ${COLUMNS}, l.name as "lampGroupName"
    from project_timer pt
    join project p on p.customer_id = pt.customer_id and p.project_id = pt.project_id
      and p.deleted_at is null
    join user_group g on g.customer_id = p.customer_id and g.group_id = p.group_id
    left join lamp_group l on l.customer_id = pt.customer_id
      and l.lamp_group_id = pt.lamp_group_id
    where pt.customer_id = ${scope.customerId} and g.path @> array[${scope.groupId}::integer]
      and ${projectId === undefined ? sql`true` : sql`pt.project_id = ${projectId}`}
      and ${id === undefined ? sql`true` : sql`pt.project_timer_id = ${id}`}
    order by pt.clock_time nulls last, pt.sun, pt.sun_offset_min, pt.project_timer_id`.execute(db);
  return rows;
}

/** Returns undefined if the timer does not exist or is outside the scope. */
export async function findProjectTimer(
  db: Executor,
  scope: Scope,
  idGiven: string | number,
): Promise<ProjectTimer | undefined> {
  const id = parseId(idGiven);
  return id === undefined ? undefined : (await listProjectTimers(db, scope, { id }))[0];
}

export interface ProjectTimerWrite extends ProjectTimerSetting {
  readonly changedBy: number | null;
  readonly changedAt: number;
}

const columnsOf = ({ time, offsetMin, command, ...timer }: ProjectTimerWrite) => ({
  ...snakeCaseKeys(timer),
  clock_time: time,
  sun_offset_min: offsetMin,
  switch_order: command,
  changed_at: instant(timer.changedAt),
});

/** Returns the id of the new timer. */
export async function insertProjectTimer(
  trx: Executor,
  of: Pick<ProjectTimer, 'customerId' | 'projectId' | 'lampGroupId'>,
  timer: ProjectTimerWrite,
): Promise<number> {
  const { id } = await trx
    .insertInto('project_timer')
    .values({
      ...pickSnakeCase(of, 'customerId', 'projectId', 'lampGroupId'),
      ...columnsOf(timer),
    })
    .returning('project_timer_id as id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateProjectTimer(
  trx: Executor,
  { customerId, id }: Pick<ProjectTimer, 'customerId' | 'id'>,
  timer: ProjectTimerWrite,
): Promise<void> {
  await trx
    .updateTable('project_timer')
    .set(columnsOf(timer))
    .where('customer_id', '=', customerId)
    .where('project_timer_id', '=', id)
    .execute();
}

export async function deleteProjectTimer(
  trx: Executor,
  { customerId, id }: Pick<ProjectTimer, 'customerId' | 'id'>,
): Promise<void> {
  await trx
    .deleteFrom('project_timer')
    .where('customer_id', '=', customerId)
    .where('project_timer_id', '=', id)
    .execute();
}
