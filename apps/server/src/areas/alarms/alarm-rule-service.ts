/** Effective settings of the platform's rules for a group, and changes to them. */
import {
  ALARM_RULES,
  type AlarmRule,
  type RuleSetting,
  ruleOf,
  settingProblem,
} from '@busbar/domain/alarm/alarm-rule';
import { LOG_MODULES } from '@busbar/domain/audit/log-terms';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../storage/database.ts';
import { findGroup } from '../fleet/groups/group-queries.ts';
import { writeLog } from '../shared/operation-log/write-log.ts';
import { deleteRuleStates, readRules, saveRule } from './alarm-rule-queries.ts';
import { nearestRow } from './rule-settings.ts';

export interface CountingRule {
  readonly rule: AlarmRule;
  readonly setting: RuleSetting;
  readonly source: 'group' | 'customer' | 'default';
  /** Group in which the settings are defined. */
  readonly groupId: number | null;
}

/** The group defaults to the caller's own group. */
export async function findRules(
  ctx: Context,
  caller: Caller,
  group: string | number | undefined,
): Promise<Outcome<CountingRule[]>> {
  return rulesOf(ctx.database.db, caller, group);
}

async function rulesOf(
  db: Executor,
  caller: Caller,
  group: string | number | undefined,
): Promise<Outcome<CountingRule[]>> {
  const found = await findGroup(db, caller, group ?? caller.groupId);
  if (found === undefined) return refused('group-unknown', 'groupId');
  const rows = await readRules(db, caller.customerId);
  return done(
    ALARM_RULES.map((rule) => {
      const row = nearestRow(rows, rule.type, found.path);
      const source = row === undefined ? 'default' : row.groupId === null ? 'customer' : 'group';
      return { rule, setting: row ?? rule.defaults, source, groupId: row?.groupId ?? null };
    }),
  );
}

export interface RuleChange {
  readonly type: string;
  /** Undefined means the whole customer, which only users of its root group may change. */
  readonly group: string | undefined;
  /** Null removes the settings of this level. */
  readonly setting: RuleSetting | null;
}

export async function changeRule(
  ctx: Context,
  caller: Caller,
  { type, group, setting }: RuleChange,
): Promise<Outcome<CountingRule[]>> {
  const rule = ruleOf(type);
  if (rule === undefined) return refused('alarm-word-unknown', 'type');
  const problem = setting === null ? undefined : settingProblem(rule, setting);
  if (problem !== undefined) return refused('rule-invalid', problem);
  return ctx.database.transaction(async (trx) => {
    const own = await findGroup(trx, caller, group ?? caller.groupId);
    if (own === undefined) return refused('group-unknown', 'groupId');
    if (group === undefined && own.parentId !== null) return refused('root-group-required');
    const groupId = group === undefined ? null : own.groupId;
    const { customerId } = caller;
    const now = ctx.clock.now();
    if (setting === null) await deleteRuleStates(trx, { customerId, groupId, type: rule.type });
    else {
      const row = { customerId, groupId, type: rule.type, ...setting };
      await saveRule(trx, row, caller.userId, now);
    }
    await writeLog(trx, caller, {
      at: now,
      module: LOG_MODULES.alarms,
      command: 'change alarm rule',
      detail: {
        type,
        ...(groupId === null ? {} : { group: groupId }),
        ...(setting ?? { reset: true }),
      },
    });
    return rulesOf(trx, caller, group);
  });
}
