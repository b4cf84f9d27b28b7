/** Plans the changes of copying a pattern to a device; reads everything and writes nothing. */
import { createHash } from 'node:crypto';
import {
  DEPLOY_PARTS,
  differences,
  listDifferences,
  type PlannedPart,
  plannedPart,
} from '@busbar/domain/deploy/deploy-part';
import { USUAL_RATING } from '@busbar/domain/protection/rating';
import { checkSets, type TemplateSets } from '@busbar/domain/protection/template';
import { done, type Outcome, refused } from '@busbar/domain/refusal';
import type { Caller } from '../../../caller.ts';
import type { Context } from '../../../context.ts';
import { findTemplate } from '../../fleet/templates/template-queries.ts';
import { type DeployState, deployState } from './deploy-state.ts';

export interface DeployRequest {
  readonly device: string | number;
  readonly fromDevice?: string | number | undefined;
  readonly fromTemplate?: string | number | undefined;
}

export interface DeployPlan {
  readonly target: DeployState;
  /** Undefined if only a template is copied. */
  readonly source: DeployState | undefined;
  /** Parameter sets to write, which are those that differ. */
  readonly sets: TemplateSets;
  /** Name of the pattern. */
  readonly name: string;
  readonly parts: readonly PlannedPart[];
  /** Identifies the plan; a different plan has a different token. */
  readonly token: string;
}

export async function planDeploy(
  ctx: Context,
  caller: Caller,
  { device, fromDevice, fromTemplate }: DeployRequest,
): Promise<Outcome<DeployPlan>> {
  const { db } = ctx.database;
  const target = await deployState(ctx, caller, device, 'device_code');
  if (!target.ok) return target;
  if (fromDevice === undefined && fromTemplate === undefined) {
    return refused('info-required', 'from_device');
  }
  const source =
    fromDevice === undefined
      ? undefined
      : await deployState(ctx, caller, fromDevice, 'from_device');
  if (source?.ok === false) return source;
  const template =
    fromTemplate === undefined ? undefined : await findTemplate(db, caller, String(fromTemplate));
  if (fromTemplate !== undefined && template === undefined) {
    return refused('not-found', 'from_template');
  }
  const wanted = template?.sets ?? source?.value.sets ?? {};
  const { part, sets } = planProtections(target.value, wanted);
  const others = planOthers(target.value, source?.value);
  const parts = DEPLOY_PARTS.map(
    (name) => [...others, part].find((planned) => planned.part === name)!,
  );
  const what = JSON.stringify([target.value.deviceId, target.value.revision, parts]);
  return done({
    target: target.value,
    source: source?.value,
    sets,
    name: template?.name ?? source?.value.deviceCode ?? '',
    parts,
    token: createHash('sha256').update(what).digest('base64url'),
  });
}

function planOthers(before: DeployState, after: DeployState | undefined): PlannedPart[] {
  const one = (what: string, is: string | null, shall: string) =>
    differences({ [what]: is }, { [what]: shall });
  const timers = after && listDifferences([...before.timers.keys()], [...after.timers.keys()]);
  return [
    plannedPart('group', after !== undefined, after ? one('group', before.group, after.group) : []),
    plannedPart('rate', after !== undefined, after ? one('rate', before.rate, after.rate) : []),
    plannedPart(
      'ratings',
      Object.keys(after?.ratings ?? {}).length > 0,
      differences(before.ratings, after?.ratings ?? {}),
    ),
    plannedPart('timers', after !== undefined, [
      ...(timers?.gone ?? []).map((timer) => ({ what: timer, before: timer, after: null })),
      ...(timers?.come ?? []).map((timer) => ({ what: timer, before: null, after: timer })),
    ]),
    plannedPart(
      'contacts',
      after?.contacts !== undefined,
      differences({ ...before.contacts }, { ...after?.contacts }),
    ),
  ];
}

function planProtections(
  target: DeployState,
  wanted: TemplateSets,
): { readonly part: PlannedPart; readonly sets: TemplateSets } {
  const nothing = { part: plannedPart('protections', false, []), sets: {} };
  if (Object.keys(wanted).length === 0) return nothing;
  const checked = checkSets(wanted, {
    voltageV: Number(target.ratings.voltage ?? USUAL_RATING.voltageV),
    currentA: Number(target.ratings.current ?? USUAL_RATING.currentA),
  });
  if (!checked.ok) {
    const changes = checked.problems.map(({ field }) => ({
      what: field,
      before: null,
      after: null,
    }));
    return { part: { part: 'protections', state: 'unfit', changes }, sets: {} };
  }
  const sets: Record<string, unknown> = {};
  const changes = Object.entries(checked.sets).flatMap(([set, record]) => {
    const found = differences(flat(set, target.sets[set as keyof TemplateSets]), flat(set, record));
    if (found.length > 0) sets[set] = record;
    return found;
  });
  return { part: plannedPart('protections', true, changes), sets: sets as TemplateSets };
}

/** Flattens a record to text, keyed by `set.field`, or by `set.slot.field` for slots. */
function flat(name: string, record: unknown): Record<string, string> {
  if (typeof record !== 'object' || record === null) return {};
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) =>
      typeof value === 'object'
        ? Object.entries(flat(`${name}.${key}`, value))
        : [[`${name}.${key}`, String(value)]],
    ),
  );
}
