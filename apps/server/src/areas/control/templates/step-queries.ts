/** Due steps of a customer's runs, and the results of sending them. */
import type { Permission } from '@busbar/domain/access/permission';
import type { Role } from '@busbar/domain/access/role';
import type { ProtectionName } from '@busbar/domain/protection/definition';
import type { TextRecord } from '@busbar/domain/protection/values';
import type { Verified } from '@busbar/domain/protection/verify';
import type { Outcome } from '@busbar/domain/refusal';
import type { CommandState } from '@busbar/domain/switch/command-state';
import { sql } from 'kysely';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { sessionLives } from '../../identity/sessions/active-session-queries.ts';
import { tryLockPair } from '../../shared/lock-queries.ts';
import { permissionsOfUser } from '../../shared/rights/permission-queries.ts';
import { isNotSent, type RunKind, type StepState } from './run-queries.ts';

export interface Step {
  readonly customerId: number;
  readonly runId: string;
  readonly deviceId: number;
  readonly set: ProtectionName;
  readonly kind: RunKind;
  /** Values of the parameter set in the template. */
  readonly record: TextRecord;
  readonly userId: number;
  readonly userName: string;
  readonly role: Role;
  readonly permissions: readonly Permission[] | null;
  /** Group of the user. */
  readonly groupId: number;
  readonly sessionHash: Buffer;
  readonly address: string;
  /** Time of the claim, epoch ms; a later claim of the step replaces this one. */
  readonly claimedAt: number;
  /** End of the run, epoch ms. */
  readonly endsAt: number;
}

/** A step that was claimed longer ago and not sent belongs to a process that no longer runs, ms. */
const CLAIM_LIFE_MS = 15_000;

export async function customersWithRuns(executor: Executor): Promise<number[]> {
  const rows = await executor
    .selectFrom('template_run')
    .select('customer_id')
    .distinct()
    .where('ended_at', 'is', null)
    .execute();
  return rows.map((row) => row.customer_id);
}

export async function abandonOverdue(
  trx: Executor,
  customerId: number,
  now: number,
): Promise<void> {
  await sql`
    update template_step s set state = 'cancelled',
      reason = case when r.is_over then 'not-sent' else 'session-ended' end
    from (select run_id, ends_at <= ${instant(now)} as is_over,
        ${sessionLives('template_run', now)} as lives
      from template_run where customer_id = ${customerId} and ended_at is null) r
    where s.customer_id = ${customerId} and s.run_id = r.run_id and ${isNotSent(sql`s`)}
      and (r.is_over or not r.lives)`.execute(trx);
}

/** Returns true if a command is queued or a batch command is open. */
export async function isSwitchingUnderWay(trx: Executor, customerId: number): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select 1 from command
        where customer_id = ${customerId} and kind in ('switch', 'slaves') and state = 'queued')
      or exists (select 1 from group_order
        where customer_id = ${customerId} and ended_at is null) as busy`.execute(trx);
  return rows[0]!.busy;
}

/** Claims the next steps, at most one per device and as many as the rate limit allows. */
export async function claimSteps(
  trx: Executor,
  customerId: number,
  now: number,
  pace: { readonly perSecond: number; readonly inFlight: number },
): Promise<Step[]> {
  if (!(await tryLockPair(trx, 'templateSteps', customerId))) return [];
  const { rows } = await sql<Step>`
    with pace as materialized (
      select count(*) filter (where asked_at > ${instant(now - 1_000)}) as lately,
        count(*) filter (where state = 'asked') as in_flight
      from template_step
      where customer_id = ${customerId} and asked_at > ${instant(now - 600_000)}),
    open as materialized (
      select s.run_id, s.device_id, s.parameter_set, s.position, s.state
      from template_step s join template_run r on r.customer_id = s.customer_id
        and r.run_id = s.run_id and r.ended_at is null and r.ends_at > ${instant(now)}
      where s.customer_id = ${customerId} and (s.state = 'waiting' or s.state = 'asked'
        and s.command_id is null and s.asked_at <= ${instant(now - CLAIM_LIFE_MS)})),
    due as materialized (
      select distinct on (open.device_id) open.* from open
      where not exists (select 1 from template_step a
        where a.customer_id = ${customerId} and a.device_id = open.device_id
          and a.state = 'asked' and a.run_id in (select run_id from template_run
            where customer_id = ${customerId} and ended_at is null)
          and (a.command_id is not null or a.asked_at > ${instant(now - CLAIM_LIFE_MS)}))
      order by open.device_id, open.position, open.run_id),
    next as materialized (
      select due.* from due order by due.position, due.device_id
      limit (select greatest(0, least(${pace.perSecond}::integer - lately,
        ${pace.inFlight}::integer - in_flight)) from pace)),
    claimed as (
      update template_step s set state = 'asked', asked_at = ${instant(now)}
      from next where s.customer_id = ${customerId} and s.run_id = next.run_id
        and s.device_id = next.device_id and s.parameter_set = next.parameter_set
      returning s.run_id, s.device_id, s.parameter_set, s.asked_at)
    select r.customer_id as "customerId", c.run_id as "runId", c.device_id as "deviceId",
      c.parameter_set as "set", r.kind, r.sets -> c.parameter_set as record,
      r.user_id as "userId", u.user_name as "userName", u.role, ${permissionsOfUser()} as permissions, u.group_id as "groupId",
      r.session_hash as "sessionHash", r.client_address as address, c.asked_at as "claimedAt",
      r.ends_at as "endsAt"
    from claimed c
    join template_run r on r.customer_id = ${customerId} and r.run_id = c.run_id
    join user_account u on u.customer_id = r.customer_id and u.user_id = r.user_id`.execute(trx);
  return rows;
}

/**
 * Records the command of a claimed step in the transaction that inserts the command. Returns false
 * if the command must not be sent: the step was cancelled or claimed again, or its run has ended.
 */
export async function attachCommand(
  trx: Executor,
  step: Step,
  commandId: string,
  now: number,
): Promise<boolean> {
  const { customerId, runId, deviceId, set, claimedAt, endsAt } = step;
  if (endsAt <= now) return false;
  const { numUpdatedRows } = await trx
    .updateTable('template_step')
    .set({ command_id: commandId })
    .where('customer_id', '=', customerId)
    .where('run_id', '=', runId)
    .where('device_id', '=', deviceId)
    .where('parameter_set', '=', set)
    .where('state', '=', 'asked')
    .where('command_id', 'is', null)
    .where('asked_at', '=', instant(claimedAt))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records a refusal, or a command that existed before. */
export async function recordRequested(
  executor: Executor,
  { customerId, runId, deviceId, set }: Step,
  outcome: Outcome<{ readonly commandId: string }>,
): Promise<void> {
  const result = outcome.ok
    ? { command_id: outcome.value.commandId }
    : {
        state: 'refused' as const,
        reason: outcome.refusal,
        detail: outcome.detail ?? null,
      };
  await executor
    .updateTable('template_step')
    .set(result)
    .where('customer_id', '=', customerId)
    .where('run_id', '=', runId)
    .where('device_id', '=', deviceId)
    .where('parameter_set', '=', set)
    .where('state', '=', 'asked')
    .execute();
}

export interface AnsweredStep {
  readonly runId: string;
  readonly deviceId: number;
  readonly set: ProtectionName;
  readonly record: TextRecord;
  readonly commandState: CommandState;
  readonly commandReason: string | null;
  readonly commandDetail: string | null;
  /** Values last reported by the device for the set; null if none since the step was sent. */
  readonly found: TextRecord | null;
}

/** Returns the steps whose command has ended or has an unknown outcome. */
export async function answeredSteps(trx: Executor, customerId: number): Promise<AnsweredStep[]> {
  const { rows } = await sql<AnsweredStep>`
    select s.run_id as "runId", s.device_id as "deviceId", s.parameter_set as "set",
      r.sets -> s.parameter_set as record, c.state as "commandState",
      c.reason as "commandReason", c.detail as "commandDetail",
      case when p.read_command_id = c.command_id
        or (p.write_command_id = c.command_id and p.verified is not null)
        or p.read_asked_at >= c.created_at then p.reported end as found
    from template_step s
    join template_run r on r.customer_id = s.customer_id and r.run_id = s.run_id
    join command c on c.customer_id = s.customer_id and c.command_id = s.command_id
    left join device_parameter p on p.customer_id = s.customer_id
      and p.device_id = s.device_id and p.parameter_set = s.parameter_set
    where s.customer_id = ${customerId} and s.state = 'asked'
      and c.state in ('confirmed', 'rejected', 'expired', 'cancelled', 'unknown')
    for no key update of s skip locked`.execute(trx);
  return rows;
}

export interface StepResult {
  readonly state: StepState;
  readonly fields: Verified | null;
}

export async function recordResult(
  trx: Executor,
  customerId: number,
  step: AnsweredStep,
  { state, fields }: StepResult,
): Promise<void> {
  await trx
    .updateTable('template_step')
    .set({
      state,
      reason: state === 'same' ? null : step.commandReason,
      detail: step.commandDetail,
      fields: fields === null ? null : jsonb(fields),
      found: fields === null || step.found === null ? null : jsonb(step.found),
    })
    .where('customer_id', '=', customerId)
    .where('run_id', '=', step.runId)
    .where('device_id', '=', step.deviceId)
    .where('parameter_set', '=', step.set)
    .execute();
}
