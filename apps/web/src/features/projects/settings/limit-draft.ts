/** Draft of the warning or alarm thresholds, validated by the server's rule. */
import { POWER_MODES, type PowerMode } from '@busbar/domain/project/power-mode';
import { type ProjectLimits, validateLimits } from '@busbar/domain/project/project-limits';
import type { Refusal } from '@busbar/domain/refusal';
import type { ProjectLimit } from '../api/use-project-config.ts';

export const STEP_FIELDS = ['warningValue1', 'warningValue2', 'warningValue3'] as const;

/** Values that may be null, or are null until the user enters them. */
type Figures =
  | (typeof STEP_FIELDS)[number]
  | 'alarmValue'
  | 'scheduledLampCount'
  | 'scheduledPowerKw'
  | 'overRate'
  | 'underRate';

export type LimitDraft = Readonly<Record<Figures, number | null>> & {
  readonly inUse: boolean;
  readonly checkTime: string;
  readonly powerMode: PowerMode;
};

export function draftOf(limit: ProjectLimit): LimitDraft {
  return {
    inUse: limit.in_use,
    warningValue1: limit.warning_value_1,
    warningValue2: limit.warning_value_2,
    warningValue3: limit.warning_value_3,
    alarmValue: limit.alarm_value,
    checkTime: limit.check_time,
    scheduledLampCount: limit.scheduled_lamp_count,
    scheduledPowerKw: limit.scheduled_power,
    overRate: limit.over_rate,
    underRate: limit.under_rate,
    powerMode: POWER_MODES.find((mode) => mode === limit.power_mode) ?? 'calculated',
  };
}

export interface LimitProblem {
  readonly field: keyof LimitDraft;
  readonly refusal: Refusal;
}

export function limitProblem(draft: LimitDraft): LimitProblem | undefined {
  // Required values may still be null here; the rule then refuses them.
  const judged = validateLimits(draft as ProjectLimits, draft);
  if (judged.ok) return undefined;
  return { field: (judged.field ?? 'powerMode') as keyof LimitDraft, refusal: judged.refusal };
}

export function bodyOf(draft: LimitDraft) {
  return {
    in_use: draft.inUse,
    warning_value_1: draft.warningValue1,
    warning_value_2: draft.warningValue2,
    warning_value_3: draft.warningValue3,
    alarm_value: draft.alarmValue,
    check_time: draft.checkTime,
    scheduled_lamp_count: draft.scheduledLampCount,
    scheduled_power: draft.scheduledPowerKw,
    over_rate: draft.overRate,
    under_rate: draft.underRate,
    power_mode: draft.powerMode,
  };
}
