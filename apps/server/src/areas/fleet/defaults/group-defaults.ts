/**
 * Default settings of a group for new devices, each with the group it is inherited from; users who
 * manage groups change them.
 */
import {
  type EffectiveDefaults,
  effectiveDefaults,
  type GroupDefaults,
  NO_DEFAULTS,
} from '@busbar/domain/access/group-defaults';
import { intervalRefusal } from '@busbar/domain/device/device-type';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller, Scope } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import type { Executor } from '../../../storage/database.ts';
import { listDefaults, writeDefaults } from '../groups/default-queries.ts';
import { logGroups } from '../groups/group-log.ts';
import { findGroup, type Group, listGroups } from '../groups/group-queries.ts';
import { changingTree } from '../groups/group-service.ts';
import { listVisibleRates, lockVisibleRate } from '../rates/visible-rate-queries.ts';
import { findTemplate, lockTemplateRow } from '../templates/template-queries.ts';

/** The group that defines a value; null if it is above the groups that the caller can see. */
type From = { readonly id: number; readonly name: string } | null;

export interface ShownDefaults {
  /** Version of the group's own defaults; 0 if none were ever set. */
  readonly version: number;
  /** The values set for this group itself. */
  readonly own: GroupDefaults;
  readonly rate: { readonly id: number; readonly name: string; readonly from: From } | null;
  readonly interval: { readonly seconds: number; readonly from: From } | null;
  readonly template: { readonly id: string; readonly name: string; readonly from: From } | null;
}

/** Returns the defaults that apply to a new device in a group of the scope. */
export async function defaultsIn(
  db: Executor,
  scope: Scope,
  group: Pick<Group, 'path'>,
): Promise<EffectiveDefaults> {
  return effectiveDefaults(group.path, await listDefaults(db, scope.customerId));
}

export async function findDefaults(
  ctx: Context,
  caller: Caller,
  id: string,
): Promise<Outcome<ShownDefaults>> {
  const { db } = ctx.database;
  const group = await findGroup(db, caller, id);
  return group === undefined ? refused('not-found') : done(await show(db, caller, group));
}

async function show(db: Executor, scope: Scope, group: Group): Promise<ShownDefaults> {
  const defaults = await listDefaults(db, scope.customerId);
  const { rateId, expectedIntervalS, templateId } = effectiveDefaults(group.path, defaults);
  const here = defaults.find(({ groupId }) => groupId === group.groupId);
  const groups = new Map((await listGroups(db, scope)).map((one) => [one.groupId, one.name]));
  const from = (groupId: number): From => {
    const name = groups.get(groupId);
    return name === undefined ? null : { id: groupId, name };
  };
  const rates = await listVisibleRates(db, scope);
  const rate = rates.find(({ id }) => id === rateId?.value);
  const template =
    templateId === null ? undefined : await findTemplate(db, scope, templateId.value);
  return {
    version: here?.version ?? 0,
    own:
      here === undefined
        ? NO_DEFAULTS
        : {
            rateId: here.rateId,
            expectedIntervalS: here.expectedIntervalS,
            templateId: here.templateId,
          },
    rate: rate && rateId ? { id: rate.id, name: rate.name, from: from(rateId.groupId) } : null,
    interval: expectedIntervalS && {
      seconds: expectedIntervalS.value,
      from: from(expectedIntervalS.groupId),
    },
    template:
      template && templateId
        ? { id: templateId.value, name: template.name, from: from(templateId.groupId) }
        : null,
  };
}

export interface DefaultsInput {
  /** Tariff of new devices; null inherits the value from the parent groups. */
  readonly rate: string | number | null;
  readonly interval: number | null;
  readonly template: string | null;
  readonly version: number;
}

/** Changes the defaults of a group; existing devices are not changed. */
export function changeDefaults(
  ctx: Context,
  caller: Caller,
  id: string,
  input: DefaultsInput,
): Promise<Outcome<ShownDefaults>> {
  return changingTree(ctx, caller, async (trx) => {
    const { customerId, userId } = caller;
    const group = await findGroup(trx, caller, id);
    if (group === undefined) return refused('not-found');
    const rateId = input.rate === null ? null : await lockVisibleRate(trx, caller, input.rate);
    if (rateId === undefined) return refused('rate-unknown', 'rate');
    const template =
      input.template === null ? null : await lockTemplateRow(trx, caller, input.template);
    if (template === undefined) return refused('not-found', 'template');
    const refusal = input.interval === null ? undefined : intervalRefusal(input.interval);
    if (refusal !== undefined) return refused(refusal, 'interval');
    const defaults: GroupDefaults = {
      rateId,
      expectedIntervalS: input.interval,
      templateId: template?.templateId ?? null,
    };
    const at = { customerId, groupId: group.groupId, version: input.version };
    const now = ctx.clock.now();
    if (!(await writeDefaults(trx, at, defaults, { userId, now }))) {
      return refused('group-changed', 'version');
    }
    await logGroups(ctx, trx, caller, 'change group defaults', {
      group: { id: group.groupId, name: group.name },
      rate: rateId,
      interval: input.interval,
      template: template?.name ?? null,
    });
    return done(await show(trx, caller, group));
  });
}
