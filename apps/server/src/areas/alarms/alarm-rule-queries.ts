/** Rows of `alarm_rule`: user-defined settings that override the defaults of the rules. */
import type { RuleSetting, RuleType } from '@busbar/domain/alarm/alarm-rule';
import { sql } from 'kysely';
import { instant } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import { notification } from '../../wake-job.ts';

export interface RuleRow extends RuleSetting {
  readonly customerId: number;
  /** Null for settings of the whole customer. */
  readonly groupId: number | null;
  readonly type: RuleType;
}

/** Returns a version stamp that changes with every change to any row. */
export async function readRuleStamp(db: Executor): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select count(*) || ' ' || coalesce(max(alarm_rule_id), 0) || ' '
      || coalesce(max(extract(epoch from changed_at)), 0) || ' '
      || coalesce(sum(limit_value + clear_value + delay_s + hold_s), 0) as stamp
    from alarm_rule`.execute(db);
  return rows[0]?.stamp ?? '';
}

const COLUMNS = sql`
  customer_id as "customerId", group_id as "groupId", alarm_type as type, in_use as "inUse",
  limit_value as "limit", clear_value as clear, delay_s as "delayS", hold_s as "holdS"`;

export async function readAllRules(db: Executor): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`select ${COLUMNS} from alarm_rule`.execute(db);
  return rows;
}

export async function readRules(db: Executor, customerId: number): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select ${COLUMNS} from alarm_rule where customer_id = ${customerId}`.execute(db);
  return rows;
}

export async function saveRule(
  trx: Executor,
  { customerId, groupId, type, inUse, limit, clear, delayS, holdS }: RuleRow,
  userId: number,
  now: number,
): Promise<void> {
  await sql`
    insert into alarm_rule (customer_id, group_id, alarm_type, in_use, limit_value, clear_value,
      delay_s, hold_s, changed_by, changed_at)
    values (${customerId}, ${groupId}, ${type}, ${inUse}, ${limit}, ${clear}, ${delayS}, ${holdS},
      ${userId}, ${instant(now)})
    on conflict (customer_id, alarm_type, coalesce(group_id, 0)) do update set
      in_use = excluded.in_use, limit_value = excluded.limit_value,
      clear_value = excluded.clear_value, delay_s = excluded.delay_s, hold_s = excluded.hold_s,
      changed_by = excluded.changed_by, changed_at = excluded.changed_at
    returning ${notification('alarm-rules')}`.execute(trx);
}

export async function deleteRuleStates(
  trx: Executor,
  { customerId, groupId, type }: Pick<RuleRow, 'customerId' | 'groupId' | 'type'>,
): Promise<void> {
  await sql`
    delete from alarm_rule where customer_id = ${customerId} and alarm_type = ${type}
      and group_id is not distinct from ${groupId}::integer
    returning ${notification('alarm-rules')}`.execute(trx);
}
