/** Rows of `project_limit`: the thresholds at which a project raises warnings and alarms. */
import { snakeCaseKeys } from '@busbar/domain/key-case';
import {
  DEFAULT_LIMITS,
  LIMIT_KINDS,
  type LimitKind,
  type ProjectLimits,
} from '@busbar/domain/project/project-limits';
import { sql } from 'kysely';
import type { Scope } from '../../../caller.ts';
import { instant } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { notification } from '../../../wake-job.ts';

export interface StoredLimits extends ProjectLimits {
  readonly id: number;
  readonly projectId: number;
  readonly kind: LimitKind;
}

export interface LimitsRow extends StoredLimits {
  /** Sums of the last checks of the groups in use; null before the first check. */
  readonly actualLampCount: number | null;
  readonly actualPowerKw: number | null;
}

export async function insertDefaultLimits(
  trx: Executor,
  customerId: number,
  projectId: number,
  now: number,
): Promise<void> {
  await trx
    .insertInto('project_limit')
    .values(
      LIMIT_KINDS.map((kind) => ({
        customer_id: customerId,
        project_id: projectId,
        kind,
        ...snakeCaseKeys(DEFAULT_LIMITS[kind]),
        changed_by: null,
        changed_at: instant(now),
      })),
    )
    .execute();
}

/** Columns of `StoredLimits`; `q` is the alias of the table. */
export const LIMIT_COLUMNS = sql`
  q.project_limit_id as id, q.project_id as "projectId", q.kind, q.in_use as "inUse",
  q.warning_value_1 as "warningValue1", q.warning_value_2 as "warningValue2",
  q.warning_value_3 as "warningValue3", q.alarm_value as "alarmValue",
  q.check_time as "checkTime", q.scheduled_lamp_count as "scheduledLampCount",
  q.scheduled_power_kw as "scheduledPowerKw", q.over_rate as "overRate",
  q.under_rate as "underRate", q.power_mode as "powerMode"`;

/** A sum over the last checks of the project's groups in use whose devices the caller sees. */
const ofGroups = (sum: string, scope: Scope) => sql`(
  select ${sql.raw(sum)} from lamp_group l
  join lamp_check c on c.customer_id = l.customer_id and c.lamp_group_id = l.lamp_group_id
  join device d on d.customer_id = l.customer_id and d.device_id = l.device_id
    and d.deleted_at is null
  join user_group dg on dg.customer_id = d.customer_id and dg.group_id = d.group_id
    and dg.path @> array[${scope.groupId}::integer]
  where l.customer_id = ${scope.customerId} and l.project_id = q.project_id and l.in_use
    and l.deleted_at is null)`;

/** Finds limits by the id of their project or by their own id. */
export async function findLimits(
  db: Executor,
  scope: Scope,
  kind: LimitKind,
  by: { readonly projectId: number } | { readonly id: number },
): Promise<LimitsRow | undefined> {
  const which =
    'id' in by ? sql`q.project_limit_id = ${by.id}` : sql`q.project_id = ${by.projectId}`;
  const { rows } = await sql<LimitsRow>`
    select ${LIMIT_COLUMNS}, ${ofGroups('sum(c.lamps_on)::integer', scope)} as "actualLampCount",
      ${ofGroups('sum(c.measured_kw)', scope)} as "actualPowerKw"
    from project_limit q
    join project p on p.customer_id = q.customer_id and p.project_id = q.project_id
      and p.deleted_at is null
    join user_group g on g.customer_id = p.customer_id and g.group_id = p.group_id
    where q.customer_id = ${scope.customerId} and q.kind = ${kind} and ${which}
      and g.path @> array[${scope.groupId}::integer]`.execute(db);
  return rows[0];
}

export async function updateLimits(
  trx: Executor,
  customerId: number,
  id: number,
  limits: ProjectLimits,
  by: { readonly userId: number; readonly now: number },
): Promise<void> {
  await trx
    .updateTable('project_limit')
    .set({ ...snakeCaseKeys(limits), changed_by: by.userId, changed_at: instant(by.now) })
    .where('customer_id', '=', customerId)
    .where('project_limit_id', '=', id)
    .execute();
}

/** Stores the shared power mode and its scheduled values in both sets of limits of the project. */
export async function shareBasis(
  trx: Executor,
  customerId: number,
  projectId: number,
  { scheduledLampCount, scheduledPowerKw, powerMode }: ProjectLimits,
): Promise<void> {
  await trx
    .updateTable('project_limit')
    .set(snakeCaseKeys({ scheduledLampCount, scheduledPowerKw, powerMode }))
    .where('customer_id', '=', customerId)
    .where('project_id', '=', projectId)
    .execute();
}

/** Makes all checks of the project due immediately, because their limits changed. */
export async function checkProjectNow(
  trx: Executor,
  customerId: number,
  projectId: number,
  now: number,
): Promise<void> {
  await sql`
    update lamp_check c set next_check_at = ${instant(now)}
    from lamp_group l
    where l.customer_id = ${customerId} and l.project_id = ${projectId} and l.deleted_at is null
      and c.customer_id = l.customer_id and c.lamp_group_id = l.lamp_group_id
    returning ${notification('lamp-checks')}`.execute(trx);
}
