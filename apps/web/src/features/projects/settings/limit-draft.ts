/** Draft of the warning or alarm thresholds, validated by the server's rule. */
import { camelCaseKeys, snakeCaseKeys } from '@busbar/domain/key-case';
import { POWER_MODES } from '@busbar/domain/project/power-mode';
import { type ProjectLimits, validateLimits } from '@busbar/domain/project/project-limits';
import type { Refusal } from '@busbar/domain/refusal';
import type { ProjectLimit } from '../api/use-project-config.ts';

export const STEP_FIELDS = ['warningValue1', 'warningValue2', 'warningValue3'] as const;

/** Required numbers are null until the user enters them. */
export type LimitDraft = {
  readonly [K in keyof ProjectLimits]: ProjectLimits[K] extends number | null
    ? number | null
    : ProjectLimits[K];
};

export function draftOf({
  id,
  project_id,
  actual_lamp_count,
  actual_power,
  scheduled_power: scheduledPowerKw,
  ...limit
}: ProjectLimit): LimitDraft {
  const powerMode = POWER_MODES.find((mode) => mode === limit.power_mode) ?? 'calculated';
  return { ...camelCaseKeys(limit), scheduledPowerKw, powerMode };
}

export interface LimitProblem {
  readonly field: keyof LimitDraft;
  readonly refusal: Refusal;
}

export function limitProblem(draft: LimitDraft): LimitProblem | undefined {
  // Required values may still be null here; the rule then refuses them.
  const validated = validateLimits(draft as ProjectLimits, draft);
  if (validated.ok) return undefined;
  return {
    field: (validated.field ?? 'powerMode') as keyof LimitDraft,
    refusal: validated.refusal,
  };
}

export function bodyOf({ scheduledPowerKw, ...draft }: LimitDraft) {
  return { ...snakeCaseKeys(draft), scheduled_power: scheduledPowerKw };
}
