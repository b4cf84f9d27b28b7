/** Rows of `template_run` and `template_step`. */
import { pickSnakeCase } from '@busbar/domain/key-case';
import type { ProtectionName } from '@busbar/domain/protection/definition';
import type { TemplateSets } from '@busbar/domain/protection/template';
import type { TextRecord } from '@busbar/domain/protection/values';
import type { Verified } from '@busbar/domain/protection/verify';
import { type RawBuilder, sql } from 'kysely';
import type { Caller, Scope } from '../../../caller.ts';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { waking } from '../../../wake-job.ts';
import type { Template } from '../../fleet/templates/template-queries.ts';
import type { ListedDevice } from '../batch/listed-devices.ts';

export type RunKind = 'read' | 'write';
export type StepState =
  | 'waiting'
  | 'asked'
  | 'same'
  | 'different'
  | 'refused'
  | 'not-answered'
  | 'cancelled';

export interface NewRun {
  readonly runId: string;
  readonly kind: RunKind;
  readonly template: Pick<Template, 'templateId' | 'name' | 'sets'>;
  readonly devices: readonly ListedDevice[];
  readonly createdAt: number;
  readonly endsAt: number;
}

export async function insertRun(trx: Executor, caller: Caller, run: NewRun): Promise<void> {
  const { customerId } = caller;
  await trx
    .insertInto('template_run')
    .values({
      ...pickSnakeCase(caller, 'customerId', 'userId', 'groupId'),
      ...pickSnakeCase(run, 'runId', 'kind'),
      template_id: run.template.templateId,
      template_name: run.template.name,
      sets: jsonb(run.template.sets),
      session_hash: caller.tokenHash,
      client_address: caller.address,
      created_at: instant(run.createdAt),
      ends_at: instant(run.endsAt),
    })
    .returning(waking('template-steps'))
    .execute();
  // The steps are ordered by set, then by device: each device has a pause between two sets.
  await sql`
    insert into template_step (customer_id, run_id, device_id, parameter_set, position, state)
    select ${customerId}, ${run.runId}::uuid, d.device_id, s.parameter_set,
      row_number() over (order by s.place, d.place), 'waiting'
    from unnest(${sql.val(run.devices.map(({ deviceId }) => deviceId))}::integer[])
      with ordinality as d (device_id, place)
    cross join unnest(${sql.val(Object.keys(run.template.sets))}::text[])
      with ordinality as s (parameter_set, place)`.execute(trx);
}

export interface RunRow {
  readonly runId: string;
  readonly templateName: string;
  readonly kind: RunKind;
  readonly sets: TemplateSets;
  readonly userName: string;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly endedAt: number | null;
}

/** Finds a run by id in the caller's group and below. */
export async function runInScope(
  executor: Executor,
  scope: Scope,
  runId: string,
): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select r.run_id as "runId", r.template_name as "templateName", r.kind, r.sets,
      u.user_name as "userName", r.created_at as "createdAt", r.ends_at as "endsAt",
      r.ended_at as "endedAt"
    from template_run r
    join user_group g on g.customer_id = r.customer_id and g.group_id = r.group_id
    join user_account u on u.customer_id = r.customer_id and u.user_id = r.user_id
    where r.customer_id = ${scope.customerId} and r.run_id = ${runId}::uuid
      and g.path @> array[${scope.groupId}::integer]`.execute(executor);
  return rows[0];
}

export interface StepRow {
  readonly deviceCode: string;
  readonly deviceName: string;
  readonly set: ProtectionName;
  readonly state: StepState;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly fields: Verified | null;
  readonly found: TextRecord | null;
}

/** Returns the steps that the caller can see now, in list order, the sets of a device together. */
export async function stepsOfRun(
  executor: Executor,
  scope: Scope,
  runId: string,
): Promise<StepRow[]> {
  const { rows } = await sql<StepRow>`
    select d.device_code as "deviceCode", d.name as "deviceName", s.parameter_set as "set",
      s.state, s.reason, s.detail, s.fields, s.found
    from template_step s
    join device d on d.customer_id = s.customer_id and d.device_id = s.device_id
    join user_group g on g.customer_id = d.customer_id and g.group_id = d.group_id
    where s.customer_id = ${scope.customerId} and s.run_id = ${runId}::uuid
      and g.path @> array[${scope.groupId}::integer]
    order by min(s.position) over (partition by s.device_id), s.position`.execute(executor);
  return rows;
}

/** Condition: the step waits, or a process has claimed it and not yet inserted its command. */
export const isNotSent = (step: RawBuilder<unknown>) => sql<boolean>`(${step}.state = 'waiting'
  or ${step}.state = 'asked' and ${step}.command_id is null)`;

/** Cancels the steps that are not sent; requests already sent may still be answered. */
export async function cancelSteps(
  trx: Executor,
  customerId: number,
  runId: string,
  reason: string,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('template_step')
    .set({ state: 'cancelled', reason })
    .where('customer_id', '=', customerId)
    .where('run_id', '=', runId)
    .where(isNotSent(sql`template_step`))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function endIdleRuns(trx: Executor, customerId: number, now: number): Promise<void> {
  await sql`
    update template_run r set ended_at = ${instant(now)}
    where r.customer_id = ${customerId} and r.ended_at is null
      and not exists (select 1 from template_step s
        where s.customer_id = r.customer_id and s.run_id = r.run_id
          and s.state in ('waiting', 'asked'))`.execute(trx);
}
