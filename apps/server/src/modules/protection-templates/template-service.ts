/** Templates of protection parameters: kept under a name, judged by the domain before they are. */
import {
  checkSets,
  TEMPLATE_NAME_LENGTH,
  type TemplateSets,
} from '@busbar/domain/protection/template';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import { sql } from 'kysely';
import type { Caller, Scope } from '../../caller.ts';
import { uuidV7 } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { instant, jsonb } from '../../storage/column-types.ts';
import type { Executor } from '../../storage/database.ts';
import { isCommandId } from '../control/command-id.ts';
import { readDatabaseTime } from '../control/command-time.ts';
import { LOG_MODULES } from '../operation-log/log-module.ts';
import { writeLog } from '../operation-log/write-log.ts';
import { refusalOfProblems } from '../protection/refusal-of-problems.ts';

export interface Template {
  readonly templateId: string;
  readonly name: string;
  readonly sets: TemplateSets;
  readonly changedBy: string;
  readonly changedAt: number;
}

export interface TemplateInput {
  readonly name: string;
  /** As they came: nothing of them has been judged. */
  readonly sets: unknown;
}

export async function listTemplates(ctx: Context, scope: Scope): Promise<Template[]> {
  return templatesWhere(ctx.database.db, scope, undefined);
}

export async function findTemplate(
  executor: Executor,
  scope: Scope,
  templateId: string,
): Promise<Template | undefined> {
  if (!isCommandId(templateId)) return undefined;
  const [template] = await templatesWhere(executor, scope, templateId);
  return template;
}

async function templatesWhere(
  executor: Executor,
  { customerId }: Scope,
  templateId: string | undefined,
): Promise<Template[]> {
  const { rows } = await sql<Template>`
    select t.template_id as "templateId", t.name, t.sets, t.changed_at as "changedAt",
      coalesce(u.user_name, '') as "changedBy"
    from protection_template t
    left join user_account u on u.customer_id = t.customer_id and u.user_id = t.changed_by
    where t.customer_id = ${customerId}
      and (${templateId ?? null}::uuid is null or t.template_id = ${templateId ?? null}::uuid)
    order by lower(t.name)`.execute(executor);
  return rows;
}

/** Adds a template, or changes the one of that id. */
export async function saveTemplate(
  ctx: Context,
  caller: Caller,
  templateId: string | undefined,
  input: TemplateInput,
): Promise<Outcome<Template>> {
  const name = input.name.trim().slice(0, TEMPLATE_NAME_LENGTH);
  if (name === '') return refused('info-required', 'name');
  const checked = checkSets(input.sets);
  if (!checked.ok) return refusalOfProblems(checked.problems);
  return ctx.database.transaction(async (trx): Promise<Outcome<Template>> => {
    if (templateId !== undefined && (await findTemplate(trx, caller, templateId)) === undefined) {
      return refused('not-found');
    }
    const now = await readDatabaseTime(ctx, trx);
    const id = templateId ?? uuidV7(ctx.clock, ctx.random);
    if (await isTaken(trx, caller, id, name)) return refused('template-name-taken', 'name');
    const values = {
      name,
      sets: jsonb(checked.sets),
      changed_by: caller.userId,
      changed_at: instant(now),
    };
    await trx
      .insertInto('protection_template')
      .values({ customer_id: caller.customerId, template_id: id, ...values })
      .onConflict((clash) => clash.columns(['customer_id', 'template_id']).doUpdateSet(values))
      .execute();
    await log(
      trx,
      caller,
      templateId === undefined ? 'add template' : 'change template',
      now,
      name,
    );
    return done({
      templateId: id,
      name,
      sets: checked.sets,
      changedBy: caller.userName,
      changedAt: now,
    });
  });
}

export async function deleteTemplate(
  ctx: Context,
  caller: Caller,
  templateId: string,
): Promise<Outcome<null>> {
  return ctx.database.transaction(async (trx): Promise<Outcome<null>> => {
    const template = await findTemplate(trx, caller, templateId);
    if (template === undefined) return refused('not-found');
    await trx
      .deleteFrom('protection_template')
      .where('customer_id', '=', caller.customerId)
      .where('template_id', '=', templateId)
      .execute();
    const now = await readDatabaseTime(ctx, trx);
    await log(trx, caller, 'delete template', now, template.name);
    return done(null);
  });
}

/** Names are told apart without regard to case; two saved at once meet at the index. */
async function isTaken(
  trx: Executor,
  { customerId }: Scope,
  templateId: string,
  name: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from protection_template
    where customer_id = ${customerId} and lower(name) = lower(${name})
      and template_id <> ${templateId}::uuid`.execute(trx);
  return rows.length > 0;
}

function log(
  trx: Executor,
  caller: Caller,
  command: string,
  at: number,
  template: string,
): Promise<void> {
  return writeLog(trx, caller, {
    at,
    module: LOG_MODULES.protection,
    command,
    status: 'done',
    device: null,
    commandId: null,
    detail: { template },
  });
}
