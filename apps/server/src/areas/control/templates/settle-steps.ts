/**
 * Results of template steps. A step is the same or different by the values read after it was sent,
 * compared field by field. A device without a reply is reported as not answered, and nothing of it
 * is shown as written.
 */
import type { ProtectionName } from '@busbar/domain/protection/definition';
import { protectionOf } from '@busbar/domain/protection/protections/protections';
import { readRecord, type TextRecord } from '@busbar/domain/protection/values';
import { differentFields, type Verified, verifyValues } from '@busbar/domain/protection/verify';
import type { CommandState } from '@busbar/domain/switch/command-state';
import { sql } from 'kysely';
import { jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import type { StepState } from './run-queries.ts';

interface AnsweredStep {
  readonly runId: string;
  readonly deviceId: number;
  readonly set: ProtectionName;
  readonly record: TextRecord;
  readonly commandState: CommandState;
  readonly commandReason: string | null;
  readonly commandDetail: string | null;
  /**
   * Values the device last reported for the set; null if it reported none since the step was sent.
   */
  readonly found: TextRecord | null;
}

export async function settleSteps(trx: Executor, customerId: number): Promise<void> {
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
  for (const step of rows) await settle(trx, customerId, step);
}

async function settle(trx: Executor, customerId: number, step: AnsweredStep): Promise<void> {
  const result = resultOf(step);
  await trx
    .updateTable('template_step')
    .set({
      state: result.state,
      reason: result.state === 'same' ? null : step.commandReason,
      detail: step.commandDetail,
      fields: result.fields === null ? null : jsonb(result.fields),
      found: result.fields === null || step.found === null ? null : jsonb(step.found),
    })
    .where('customer_id', '=', customerId)
    .where('run_id', '=', step.runId)
    .where('device_id', '=', step.deviceId)
    .where('parameter_set', '=', step.set)
    .execute();
}

function resultOf({ set, record, found, commandState }: AnsweredStep): {
  readonly state: StepState;
  readonly fields: Verified | null;
} {
  // Confirmed: the values were read, or written and read back unchanged. Rejected with values: the
  // values that were read back differ.
  const hasTold = commandState === 'confirmed' || commandState === 'rejected';
  if (!hasTold || found === null) {
    return { state: commandState === 'rejected' ? 'refused' : 'not-answered', fields: null };
  }
  const definition = protectionOf(set);
  const fields = verifyValues(
    definition,
    readRecord(definition, record).values,
    readRecord(definition, found).values,
  );
  return { state: differentFields(fields).length === 0 ? 'same' : 'different', fields };
}
