/** Batch commands to the lamp groups of a project, with the result for each group. */
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import type { Executor } from '../../../storage/database.ts';

export interface CommandedGroup {
  readonly lampGroupId: number | null;
  readonly lampGroupName: string | null;
  readonly deviceCode: string;
  readonly deviceName: string;
  readonly state: string;
  readonly reason: string | null;
}

export interface ProjectCommand {
  readonly batchCommandId: string;
  readonly command: string;
  readonly userName: string;
  readonly reason: string | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
  readonly groups: readonly CommandedGroup[];
}

const ordersOf = (scope: Scope, projectId: number) => sql`
  from group_order o
  join user_group og on og.customer_id = o.customer_id and og.group_id = o.group_id
  join user_account u on u.customer_id = o.customer_id and u.user_id = o.user_id
  where o.customer_id = ${scope.customerId} and o.project_id = ${projectId}
    and og.path @> array[${scope.groupId}::integer]`;

/** Batch commands, newest first, each with only the devices that the caller can see now. */
export async function listProjectCommands(
  db: Executor,
  scope: Scope,
  projectId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ProjectCommand[]> {
  const { rows } = await sql<ProjectCommand>`
    with page as (
      select o.group_order_id, o.switch_order, u.user_name, o.reason, o.created_at, o.ended_at
      ${ordersOf(scope, projectId)}
      order by o.created_at desc, o.group_order_id desc limit ${limit} offset ${offset}
    )
    select page.group_order_id as "batchCommandId", page.switch_order as "command",
      page.user_name as "userName", page.reason, page.created_at as "createdAt",
      page.ended_at as "endedAt", coalesce((
        select json_agg(json_build_object('lampGroupId', l.lamp_group_id,
          'lampGroupName', l.name, 'deviceCode', d.device_code, 'deviceName', d.name,
          'state', coalesce(c.state, i.state), 'reason', coalesce(i.reason, c.reason))
          order by i.position)
        from group_order_device i
        join device d on d.customer_id = i.customer_id and d.device_id = i.device_id
        join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
        left join lamp_group l on l.customer_id = i.customer_id and l.device_id = i.device_id
          and l.project_id = ${projectId} and l.deleted_at is null
        left join command c on c.customer_id = i.customer_id and c.command_id = i.command_id
        where i.customer_id = ${scope.customerId} and i.group_order_id = page.group_order_id
          and g.path @> array[${scope.groupId}::integer]), '[]'::json) as groups
    from page order by page.created_at desc, page.group_order_id desc`.execute(db);
  return rows;
}

export async function countProjectCommands(
  db: Executor,
  scope: Scope,
  projectId: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count ${ordersOf(scope, projectId)}`.execute(db);
  return rows[0]?.count ?? 0;
}
