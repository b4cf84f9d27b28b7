/**
 * Search in the operation log with all fields of docs/specification/control.md 6.4, in the caller's
 * group and its subgroups, newest first. A row about a command shows the current state of that
 * command.
 */
import { isDeviceCode } from '@busbar/domain/device/device-code';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Caller, Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { knownDeviceName } from '../device-name-queries.ts';
import { parseId } from '../identifier.ts';

export interface LogQuery {
  readonly logId?: string | number | undefined;
  readonly userId?: string | number | undefined;
  /** Device id or device code. */
  readonly device?: string | number | undefined;
  /**
   * Limits the search to devices in lamp groups of this project; the caller has checked that the
   * project is visible.
   */
  readonly projectId?: number | undefined;
  /** Half-open interval in ms. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly command?: string | undefined;
  readonly module?: string | undefined;
  /** A command state, `refused` for every refusal, or one refusal as displayed. */
  readonly status?: string | undefined;
  /** Starts at 1. */
  readonly page: number;
  readonly pageSize: number;
}

export interface LogRow {
  readonly id: number;
  readonly loggedAt: number;
  readonly userName: string;
  readonly deviceCode: string;
  readonly deviceName: string;
  readonly module: string;
  readonly command: string;
  readonly status: string;
  readonly clientAddress: string;
  readonly commandId: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly commandReason: string | null;
  readonly commandDetail: string | null;
  readonly afterAction: string | null;
}

/** Max number of rows per page; a longer log is read page by page. */
export const MAX_LOG_ROWS = 5_000;

export async function searchLog(
  ctx: Context,
  caller: Caller,
  query: LogQuery,
): Promise<{ readonly rows: LogRow[]; readonly total: number }> {
  const { db } = ctx.database;
  const conditions = [...conditionsOf(query), ...ofProject(caller, query)];
  if (!conditions.every((condition) => condition !== undefined)) return { rows: [], total: 0 };
  const size = Math.min(Math.max(query.pageSize, 1), MAX_LOG_ROWS);
  const { total } = await matching(db, caller, conditions)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await matching(db, caller, conditions)
    .leftJoin('device as d', (join) =>
      join.onRef('d.customer_id', '=', 'l.customer_id').onRef('d.device_id', '=', 'l.device_id'),
    )
    .select([
      'l.operation_log_id as id',
      'l.logged_at as loggedAt',
      'l.user_name as userName',
      'l.device_code as deviceCode',
      'l.module',
      'l.command',
      'l.client_address as clientAddress',
      'l.command_id as commandId',
      'c.reason as commandReason',
      'c.detail as commandDetail',
      'c.after_action as afterAction',
    ])
    .select(knownDeviceName(caller).as('deviceName'))
    .select(sql<string>`coalesce(c.state, l.status)`.as('status'))
    .select(sql<Record<string, unknown>>`l.detail`.as('detail'))
    .orderBy('l.logged_at', 'desc')
    .orderBy('l.operation_log_id', 'desc')
    .limit(size)
    .offset((Math.max(query.page, 1) - 1) * size)
    .execute();
  return { rows, total: Number(total) };
}

type Condition = RawBuilder<SqlBool>;

function matching(db: Executor, scope: Scope, conditions: readonly Condition[]) {
  return db
    .selectFrom('operation_log as l')
    .innerJoin('user_group as g', (join) =>
      join.onRef('g.customer_id', '=', 'l.customer_id').onRef('g.group_id', '=', 'l.group_id'),
    )
    .leftJoin('command as c', (join) =>
      join.onRef('c.customer_id', '=', 'l.customer_id').onRef('c.command_id', '=', 'l.command_id'),
    )
    .where('l.customer_id', '=', scope.customerId)
    .where(sql<SqlBool>`g.path @> array[${scope.groupId}::integer]`)
    .where((eb) => eb.and([...conditions]));
}

/** A condition that no row can meet is undefined: Citus does not plan a constant beside an outer join. */
function* conditionsOf(query: LogQuery): Generator<Condition | undefined> {
  const { command, module, status, from, to } = query;
  if (query.logId !== undefined) yield byId('l.operation_log_id', query.logId);
  if (query.userId !== undefined) yield byId('l.user_id', query.userId);
  if (query.device !== undefined) yield byDevice(query.device);
  if (from !== undefined) yield sql<SqlBool>`l.logged_at >= ${instant(from)}`;
  if (to !== undefined) yield sql<SqlBool>`l.logged_at < ${instant(to)}`;
  if (command !== undefined) yield sql<SqlBool>`l.command = ${command}`;
  if (module !== undefined) yield sql<SqlBool>`l.module = ${module}`;
  if (status === 'refused') yield sql<SqlBool>`l.status like 'refused:%'`;
  else if (status !== undefined) yield sql<SqlBool>`coalesce(c.state, l.status) = ${status}`;
}

/**
 * Events about the project itself have its id in their detail. The subquery is not correlated,
 * because Citus does not plan a correlated union with an outer join.
 */
function* ofProject({ customerId }: Scope, { projectId }: LogQuery): Generator<Condition> {
  if (projectId === undefined) return;
  yield sql<SqlBool>`(l.detail -> 'project' = to_jsonb(${projectId}::integer)
    or l.device_id in (select part.device_id from project_device part
      where part.customer_id = ${customerId} and part.project_id = ${projectId}))`;
}

/** A value that is not a valid id matches nothing. */
function byId(column: string, value: string | number): Condition | undefined {
  const id = parseId(value);
  return id === undefined ? undefined : sql<SqlBool>`${sql.ref(column)} = ${id}`;
}

function byDevice(idOrCode: string | number): Condition | undefined {
  const id = parseId(idOrCode);
  const code = isDeviceCode(idOrCode) ? idOrCode : undefined;
  if (code !== undefined && id !== undefined) {
    return sql<SqlBool>`(l.device_code = ${code} or l.device_id = ${id})`;
  }
  if (code !== undefined) return sql<SqlBool>`l.device_code = ${code}`;
  return byId('l.device_id', idOrCode);
}
