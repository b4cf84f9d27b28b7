/** Templates of protection parameters, stored under a name after validation by the domain. */

import { LOG_MODULES, type LogCommand } from '@busbar/domain/audit/log-terms';
import { checkSets, TEMPLATE_NAME_LENGTH } from '@busbar/domain/protection/template';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import { uuidV7 } from '../../../clock.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { isDefault } from '../../fleet/groups/default-queries.ts';
import {
  findTemplate,
  insertTemplate,
  lockTemplate,
  removeTemplate,
  type Template,
  templateNameExists,
  updateTemplate,
} from '../../fleet/templates/template-queries.ts';
import { readDatabaseTime } from '../../shared/database-time-queries.ts';
import { writeLog } from '../../shared/operation-log/write-log.ts';
import { refusalOfProblems } from '../protection/refusal-of-problems.ts';

export interface TemplateInput {
  readonly name: string;
  /** Parameter sets as received, not validated. */
  readonly sets: unknown;
}

export async function addTemplate(
  ctx: Context,
  caller: Caller,
  input: TemplateInput,
): Promise<Outcome<Template>> {
  const validated = validate(input);
  if (!validated.ok) return validated;
  return ctx.database.transaction(async (trx): Promise<Outcome<Template>> => {
    const now = await readDatabaseTime(ctx, trx);
    const templateId = uuidV7(ctx.clock, ctx.random);
    const { name, sets } = validated.value;
    if (await templateNameExists(trx, caller, templateId, name))
      return refused('template-name-taken', 'name');
    await insertTemplate(trx, caller, { templateId, name, sets, changedAt: now });
    await log(trx, caller, 'add template', now, name);
    const by = changedBy(caller, now);
    return done({ templateId, ...validated.value, ...by, version: 1, changeable: true });
  });
}

/**
 * Saves a change of a template. If two users opened the same version only the first one saves: the
 * second has not seen that change.
 */
export async function changeTemplate(
  ctx: Context,
  caller: Caller,
  templateId: string,
  input: TemplateInput & { readonly version: number },
): Promise<Outcome<Template>> {
  const validated = validate(input);
  if (!validated.ok) return validated;
  return ctx.database.transaction(async (trx): Promise<Outcome<Template>> => {
    const template = await findTemplate(trx, caller, templateId);
    if (template === undefined) return refused('not-found');
    if (!template.changeable) return refused('template-of-group-above');
    const now = await readDatabaseTime(ctx, trx);
    const { name, sets } = validated.value;
    if (await templateNameExists(trx, caller, templateId, name))
      return refused('template-name-taken', 'name');
    const write = { templateId, name, sets, changedAt: now };
    const changed = await updateTemplate(trx, caller, write, input.version);
    if (changed === undefined) return refused('template-changed');
    await log(trx, caller, 'change template', now, name);
    const by = changedBy(caller, now);
    return done({ templateId, ...validated.value, ...by, ...changed, changeable: true });
  });
}

function validate(input: TemplateInput): Outcome<Pick<Template, 'name' | 'sets'>> {
  const name = input.name.trim().slice(0, TEMPLATE_NAME_LENGTH);
  if (name === '') return refused('info-required', 'name');
  const checked = checkSets(input.sets);
  return checked.ok ? done({ name, sets: checked.sets }) : refusalOfProblems(checked.problems);
}

function changedBy({ userName }: Caller, changedAt: number) {
  return { changedBy: userName, changedAt };
}

export async function deleteTemplate(
  ctx: Context,
  caller: Caller,
  templateId: string,
): Promise<Outcome<null>> {
  return ctx.database.transaction(async (trx): Promise<Outcome<null>> => {
    const template = await findTemplate(trx, caller, templateId);
    if (template === undefined) return refused('not-found');
    if (!template.changeable) return refused('template-of-group-above');
    await lockTemplate(trx, caller, templateId);
    if (await isDefault(trx, caller.customerId, { templateId })) return refused('default-of-group');
    await removeTemplate(trx, caller, templateId);
    const now = await readDatabaseTime(ctx, trx);
    await log(trx, caller, 'delete template', now, template.name);
    return done(null);
  });
}

function log(
  trx: Executor,
  caller: Caller,
  command: LogCommand,
  at: number,
  template: string,
): Promise<void> {
  return writeLog(trx, caller, {
    at,
    module: LOG_MODULES.protection,
    command,
    detail: { template },
  });
}
