/** Rows of `project`. A project is visible to users who can see its group. */
import { snakeCaseKeys } from '@busbar/domain/key-case';
import type { ProjectType } from '@busbar/domain/project/project-type';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { parseId } from '../../shared/identifier.ts';
import { likeAnywhere } from '../../shared/plain-text.ts';

export interface ProjectKey {
  readonly customerId: number;
  readonly projectId: number;
}

export interface Project {
  readonly customerId: number;
  readonly id: number;
  readonly groupId: number;
  readonly name: string;
  readonly type: ProjectType;
  readonly description: string;
  readonly createdByName: string;
  readonly createdAt: number;
}

/** A project with the counts shown in lists. */
export interface ProjectRow extends Project {
  readonly groupName: string;
  readonly lampGroups: number;
  readonly lampGroupsInUse: number;
  readonly lamps: number;
  readonly towers: number;
  readonly openAlarms: number;
  readonly openWarnings: number;
}

export interface ProjectFilter {
  readonly type?: string | undefined;
  /** Substring of the name or description. */
  readonly text?: string | undefined;
  readonly id?: number | undefined;
}

const COLUMNS = sql`
  p.customer_id as "customerId", p.project_id as id, p.group_id as "groupId", p.name, p.type,
  p.description, p.created_by_name as "createdByName", p.created_at as "createdAt"`;

const seen = (scope: Scope) => sql`
  from project p
  join user_group g on g.customer_id = p.customer_id and g.group_id = p.group_id
  where p.customer_id = ${scope.customerId} and p.deleted_at is null
    and g.path @> array[${scope.groupId}::integer]`;

function matching({ type, text, id }: ProjectFilter) {
  const like = text === undefined ? undefined : likeAnywhere(text);
  return sql`
    and ${type === undefined ? sql`true` : sql`p.type = ${type}`}
    and ${id === undefined ? sql`true` : sql`p.project_id = ${id}`}
    and ${like === undefined ? sql`true` : sql`(p.name ilike ${like} or p.description ilike ${like})`}`;
}

/** Returns the projects, newest first; counts lamps and alarms of devices in the scope only. */
export async function listProjects(
  db: Executor,
  scope: Scope,
  filter: ProjectFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    with page as (
      select ${COLUMNS}, g.name as "groupName" ${seen(scope)} ${matching(filter)}
      order by p.created_at desc, p.project_id desc limit ${limit} offset ${offset}
    )
    select page.*, coalesce(l.groups, 0) as "lampGroups", coalesce(l.used, 0) as "lampGroupsInUse",
      coalesce(l.lamps, 0) as lamps,
      (select count(*)::integer from tower t where t.customer_id = ${scope.customerId}
        and t.project_id = page.id and t.deleted_at is null) as towers, coalesce(a.alarms, 0) as "openAlarms",
      coalesce(a.warnings, 0) as "openWarnings"
    from page
    left join lateral (
      select count(*)::integer as groups, count(*) filter (where l.in_use)::integer as used,
        coalesce(sum(l.lamp_count) filter (where l.in_use), 0)::integer as lamps
      from lamp_group l
      join device d on d.customer_id = l.customer_id and d.device_id = l.device_id
        and d.deleted_at is null
      join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
        and g.path @> array[${scope.groupId}::integer]
      where l.customer_id = ${scope.customerId} and l.project_id = page.id
        and l.deleted_at is null) l on true
    left join lateral (
      select count(*) filter (where a.kind = 'alarm')::integer as alarms,
        count(*) filter (where a.kind = 'warning')::integer as warnings
      from project_device part
      join device d on d.customer_id = part.customer_id and d.device_id = part.device_id
      join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
        and g.path @> array[${scope.groupId}::integer]
      join alarm a on a.customer_id = part.customer_id and a.device_id = part.device_id
        and a.ended_at is null and a.deleted_at is null and a.handled_at is null
      where part.customer_id = ${scope.customerId} and part.project_id = page.id) a on true
    order by page."createdAt" desc, page.id desc`.execute(db);
  return rows;
}

export async function countProjects(
  db: Executor,
  scope: Scope,
  filter: ProjectFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count ${seen(scope)} ${matching(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Returns undefined if the project does not exist or is outside the scope. `lock` locks it until
 * the end of the transaction.
 */
export async function findProject(
  db: Executor,
  scope: Scope,
  idGiven: string | number,
  lock = false,
): Promise<Project | undefined> {
  const id = parseId(idGiven);
  if (id === undefined) return undefined;
  const { rows } = await sql<Project>`
    select ${COLUMNS} ${seen(scope)} and p.project_id = ${id}
    ${lock ? sql`for no key update of p` : sql``}`.execute(db);
  return rows[0];
}

export async function lockProject(
  trx: Executor,
  { customerId, projectId }: ProjectKey,
): Promise<void> {
  await sql`select 1 from project where customer_id = ${customerId} and project_id = ${projectId}
    for no key update`.execute(trx);
}

export interface ProjectFields {
  readonly groupId: number;
  readonly name: string;
  readonly type: ProjectType;
  readonly description: string;
}

export interface NewProject extends ProjectFields {
  readonly createdBy: number;
  readonly createdByName: string;
  readonly createdAt: number;
}

/** Returns the id of the new project. */
export async function insertProject(
  trx: Executor,
  customerId: number,
  project: NewProject,
): Promise<number> {
  const { id } = await trx
    .insertInto('project')
    .values({
      ...snakeCaseKeys(project),
      customer_id: customerId,
      created_at: instant(project.createdAt),
    })
    .returning('project_id as id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateProject(
  trx: Executor,
  { customerId, id }: Project,
  fields: ProjectFields,
): Promise<void> {
  await trx
    .updateTable('project')
    .set(snakeCaseKeys(fields))
    .where('customer_id', '=', customerId)
    .where('project_id', '=', id)
    .execute();
}

/** Marks the project and its lamp groups as deleted, so other projects can use their devices. */
export async function markProjectDeleted(
  trx: Executor,
  { customerId, id }: Project,
  now: number,
): Promise<void> {
  for (const table of ['project', 'lamp_group'] as const) {
    await trx
      .updateTable(table)
      .set({ deleted_at: instant(now) })
      .where('customer_id', '=', customerId)
      .where('project_id', '=', id)
      .where('deleted_at', 'is', null)
      .execute();
  }
}

/** Returns true if the project has a lamp group or a tower: its type can then no longer change. */
export async function hasParts(trx: Executor, { customerId, id }: Project): Promise<boolean> {
  const row = await trx
    .selectFrom('project_device')
    .select('device_id')
    .where('customer_id', '=', customerId)
    .where('project_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
