/**
 * Limits for the warnings and the alarms of a project: two sets of the same values, both created
 * with the project (docs/specification/projects.md 1.3).
 */

import { isClockTime } from '../clock-time.ts';
import { done, type Outcome, refused } from '../refusal.ts';
import { type Figure, MAX_LAMPS, numberOf } from './lamp-group.ts';
import { FIGURE_MODES, POWER_MODES, type PowerMode } from './power-mode.ts';

export const LIMIT_KINDS = ['warning', 'alarm'] as const;

export type LimitKind = (typeof LIMIT_KINDS)[number];

export interface ProjectLimits {
  readonly inUse: boolean;
  /** Energy of a lamp group per local day, kWh; null for an unused step. Values must ascend. */
  readonly warningValue1: number | null;
  readonly warningValue2: number | null;
  readonly warningValue3: number | null;
  /** Minimum number of failed lamps in a group that is reported. */
  readonly alarmValue: number;
  /** `HH:mm`: every group is checked at this time, in addition to all other checks. */
  readonly checkTime: string;
  /** Null means the total of the groups. */
  readonly scheduledLampCount: number | null;
  /** In kW; for the modes `total` and `fixed`. */
  readonly scheduledPowerKw: number | null;
  /** Percent above the scheduled power; for `underRate`, percent below it. */
  readonly overRate: number;
  readonly underRate: number;
  readonly powerMode: PowerMode;
}

export type ProjectLimitsInput = {
  readonly [K in keyof ProjectLimits]?: ProjectLimits[K] extends boolean
    ? boolean | undefined
    : ProjectLimits[K] extends string
      ? string | undefined
      : Figure | undefined;
};

const COMMON = {
  inUse: true,
  warningValue1: null,
  warningValue2: null,
  warningValue3: null,
  scheduledLampCount: null,
  scheduledPowerKw: null,
  powerMode: 'calculated',
} as const;

/** The first failed lamp is a warning; three of a group, or half of its power, are an alarm. */
export const DEFAULT_LIMITS: Readonly<Record<LimitKind, ProjectLimits>> = {
  warning: { ...COMMON, alarmValue: 1, checkTime: '21:00', overRate: 15, underRate: 15 },
  alarm: { ...COMMON, alarmValue: 3, checkTime: '21:00', overRate: 50, underRate: 50 },
};

const MAX_KWH = 1_000_000;
const MAX_KW = 1_000_000;
const MAX_OVER = 1_000;

/** Applies the input; absent fields are unchanged. Refuses with the first invalid field. */
export function validateLimits(
  before: ProjectLimits,
  input: ProjectLimitsInput,
): Outcome<ProjectLimits> {
  const figure = (field: keyof ProjectLimits & keyof ProjectLimitsInput): number | null => {
    const value = input[field];
    if (value === undefined) return before[field] as number | null;
    if (value === null || value === '') return null;
    return numberOf(value as Figure);
  };
  const steps = (['warningValue1', 'warningValue2', 'warningValue3'] as const).map(
    (field) => [field, figure(field)] as const,
  );
  let lowest = 0;
  for (const [field, kwh] of steps) {
    if (kwh === null) continue;
    // A step that is not above the previous one could never be reached.
    if (!(kwh > lowest && kwh <= MAX_KWH)) return refused('project-figure-invalid', field);
    lowest = kwh;
  }
  const alarmValue = figure('alarmValue');
  if (!isCount(alarmValue)) return refused('project-figure-invalid', 'alarmValue');
  const checkTime = input.checkTime ?? before.checkTime;
  if (!isClockTime(checkTime)) return refused('clock-time-invalid', 'checkTime');
  const scheduledLampCount = figure('scheduledLampCount');
  if (scheduledLampCount !== null && !isCount(scheduledLampCount)) {
    return refused('project-figure-invalid', 'scheduledLampCount');
  }
  const scheduledPowerKw = figure('scheduledPowerKw');
  if (scheduledPowerKw !== null && !(scheduledPowerKw > 0 && scheduledPowerKw <= MAX_KW)) {
    return refused('project-figure-invalid', 'scheduledPowerKw');
  }
  const overRate = figure('overRate') ?? Number.NaN;
  if (!(overRate > 0 && overRate <= MAX_OVER)) return refused('project-figure-invalid', 'overRate');
  const underRate = figure('underRate') ?? Number.NaN;
  if (!(underRate > 0 && underRate <= 100)) return refused('project-figure-invalid', 'underRate');
  const powerMode = POWER_MODES.find((mode) => mode === (input.powerMode ?? before.powerMode));
  if (powerMode === undefined) return refused('power-mode-unknown', 'powerMode');
  if (FIGURE_MODES.includes(powerMode) && scheduledPowerKw === null) {
    return refused('scheduled-power-required', 'scheduledPowerKw');
  }
  return done({
    inUse: input.inUse ?? before.inUse,
    warningValue1: steps[0]![1],
    warningValue2: steps[1]![1],
    warningValue3: steps[2]![1],
    alarmValue,
    checkTime,
    scheduledLampCount,
    scheduledPowerKw,
    overRate,
    underRate,
    powerMode,
  });
}

function isCount(value: number | null): value is number {
  return value !== null && Number.isInteger(value) && value >= 1 && value <= MAX_LAMPS * 100;
}
