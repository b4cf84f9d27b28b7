/**
 * Queries for `protection_template`. A group sees its own templates, those of its parent groups,
 * which it can use but not change, and those of its subgroups.
 */
import { pickSnakeCase } from '@busbar/domain/key-case';
import type { TemplateSets } from '@busbar/domain/protection/template';
import { sql } from 'kysely';
import type { Caller, Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { instant, jsonb } from '../../../storage/column-types.ts';
import type { Executor } from '../../../storage/database.ts';
import { isCommandId } from '../../shared/uuid-text.ts';

export interface Template {
  readonly templateId: string;
  readonly name: string;
  readonly sets: TemplateSets;
  readonly changedBy: string;
  readonly changedAt: number;
  /** Starts at 1 and increases with each save. */
  readonly version: number;
  /** True if the template belongs to the caller's group or a subgroup. */
  readonly changeable: boolean;
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
  { customerId, groupId }: Scope,
  templateId: string | undefined,
): Promise<Template[]> {
  const { rows } = await sql<Template>`
    select t.template_id as "templateId", t.name, t.sets, t.changed_at as "changedAt", t.version,
      coalesce(u.user_name, '') as "changedBy", g.path @> own.path as changeable
    from protection_template t
    join user_group g on g.customer_id = t.customer_id and g.group_id = t.group_id
    join user_group own on own.customer_id = t.customer_id and own.group_id = ${groupId}
    left join user_account u on u.customer_id = t.customer_id and u.user_id = t.changed_by
    where t.customer_id = ${customerId} and (g.path @> own.path or own.path @> g.path)
      and (${templateId ?? null}::uuid is null or t.template_id = ${templateId ?? null}::uuid)
    order by lower(t.name)`.execute(executor);
  return rows;
}

/** Locks the template until the transaction ends, so that it cannot be deleted, and returns it. */
export async function lockTemplateRow(
  trx: Executor,
  scope: Scope,
  templateId: string,
): Promise<Template | undefined> {
  if (!isCommandId(templateId)) return undefined;
  await trx
    .selectFrom('protection_template')
    .where('customer_id', '=', scope.customerId)
    .where('template_id', '=', templateId)
    .select('template_id')
    .forShare()
    .execute();
  return findTemplate(trx, scope, templateId);
}

/** Locks the template: waits for transactions that make it a group's default, to find the group. */
export async function lockTemplate(
  trx: Executor,
  { customerId }: Scope,
  templateId: string,
): Promise<void> {
  await trx
    .selectFrom('protection_template')
    .where('customer_id', '=', customerId)
    .where('template_id', '=', templateId)
    .select('template_id')
    .forUpdate()
    .execute();
}

/** Compares names ignoring case; a unique index decides between two concurrent saves. */
export async function templateNameExists(
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

type TemplateWrite = Pick<Template, 'templateId' | 'name' | 'sets' | 'changedAt'>;

function columnsOf(caller: Caller, { name, sets, changedAt }: TemplateWrite) {
  return {
    name,
    sets: jsonb(sets),
    changed_by: caller.userId,
    changed_at: instant(changedAt),
  };
}

export async function insertTemplate(
  trx: Executor,
  caller: Caller,
  template: TemplateWrite,
): Promise<void> {
  await trx
    .insertInto('protection_template')
    .values({
      ...pickSnakeCase(caller, 'customerId', 'groupId'),
      template_id: template.templateId,
      ...columnsOf(caller, template),
    })
    .execute();
}

/** Returns the new version number; undefined if the version `seen` is no longer the current one. */
export function updateTemplate(
  trx: Executor,
  caller: Caller,
  template: TemplateWrite,
  seen: number,
): Promise<{ version: number } | undefined> {
  return trx
    .updateTable('protection_template')
    .set((eb) => ({ ...columnsOf(caller, template), version: eb('version', '+', 1) }))
    .where('customer_id', '=', caller.customerId)
    .where('template_id', '=', template.templateId)
    .where('version', '=', seen)
    .returning('version')
    .executeTakeFirst();
}

export async function removeTemplate(
  trx: Executor,
  { customerId }: Scope,
  templateId: string,
): Promise<void> {
  await trx
    .deleteFrom('protection_template')
    .where('customer_id', '=', customerId)
    .where('template_id', '=', templateId)
    .execute();
}
