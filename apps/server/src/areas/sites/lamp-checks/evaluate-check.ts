/** Evaluates a due check with the rules of the domain and selects the findings to report now. */
import { burningPlan, dimmedTo, nextClock } from '@busbar/domain/project/burning-plan';
import { checkLamps, type Findings, type LampCheck } from '@busbar/domain/project/lamp-check';
import {
  energyLevel,
  type NotifiedAlarms,
  openFindings,
  toNotify,
} from '@busbar/domain/project/lamp-findings';
import { atNominalVoltage, scheduledPower } from '@busbar/domain/project/power-mode';
import { phaseVoltageV, USUAL_RATING } from '@busbar/domain/protection/rating';
import { isSwitchAction, SWITCH_TABLE } from '@busbar/domain/switch/switch-action';
import type { DueCheck } from './due-check-queries.ts';

/**
 * Interval between two checks of a group, ms; the group is also checked at the check times of its
 * project.
 */
export const CHECK_EVERY_MS = 300_000;

export interface EvaluatedCheck {
  readonly check: LampCheck;
  /** Number of lamps that should burn. */
  readonly lamps: number;
  readonly standing: Findings;
  readonly notified: NotifiedAlarms;
  readonly energyKwh: number | null;
  readonly referenceKw: number | null;
  readonly nextCheckAt: number;
}

export function evaluateCheck(due: DueCheck, now: number): EvaluatedCheck {
  const { warning, alarm, zone } = due;
  const voltageV = highest([due.voltageAV, due.voltageBV, due.voltageCV]);
  const nominalVoltageV = phaseVoltageV({
    voltageV: due.ratedVoltageV ?? USUAL_RATING.voltageV,
    currentA: 0,
  });
  const lamps = scheduledLamps(due);
  const basis = {
    mode: warning.powerMode,
    kind: due.lampKind,
    lamps,
    lampPowerKw: due.lampPowerKw,
    figureKw: warning.scheduledPowerKw,
    share: due.projectKw > 0 ? (due.lampCount * due.lampPowerKw) / due.projectKw : 1,
    referenceKw: due.referenceKw,
    voltageV,
    nominalVoltageV,
  };
  const closed = isSwitchAction(due.switchAction) ? SWITCH_TABLE[due.switchAction].closed : null;
  const place =
    due.longitude === null || due.latitude === null
      ? null
      : { longitude: due.longitude, latitude: due.latitude };
  const before = due.findings.standing ?? {};
  const inUse = due.inUse && due.isActive;
  const check = checkLamps(
    {
      inUse,
      kind: due.lampKind,
      lamps,
      errorRange: due.errorRange,
      failedBefore: before.failed ?? 0,
      plan: burningPlan(due, now, zone, place, closed),
      dimmedTo: dimmedTo(due.dimmed, now, zone),
      scheduled: scheduledPower(basis),
      nominalVoltageV,
      device: { online: due.online, closed, since: due.switchSince },
      reading:
        due.readingAt === null ? null : { at: due.readingAt, powerKw: powerOf(due), voltageV },
    },
    now,
  );
  const energyKwh = due.energyWh === null ? null : due.energyWh / 1000;
  const level = inUse ? energyLevel(energyKwh, warning) : 0;
  const { energyLevel: _, ...rest } = inUse ? openFindings(before, check) : {};
  const standing: Findings = level === 0 ? rest : { ...rest, energyLevel: level };
  const isWhole = check.verdict === 'good' && check.measuredKw !== null;
  return {
    check,
    lamps,
    standing,
    notified: toNotify(standing, { warning, alarm }, energyKwh, due.findings.told),
    energyKwh,
    referenceKw: isWhole ? atNominalVoltage(check.measuredKw, basis) : due.referenceKw,
    nextCheckAt: Math.min(
      now + CHECK_EVERY_MS,
      ...[warning, alarm].map(({ checkTime }) => nextClock(checkTime, now, zone)),
    ),
  };
}

/**
 * Returns the number of lamps scheduled to burn: if this is not the whole project, each group gets
 * its proportional share.
 */
function scheduledLamps({ lampCount, projectLamps, warning }: DueCheck): number {
  const { scheduledLampCount } = warning;
  if (scheduledLampCount === null || projectLamps === 0) return lampCount;
  const part = Math.min(1, scheduledLampCount / projectLamps);
  return Math.max(1, Math.round(lampCount * part));
}

function powerOf({ phase, powerKw, powerAKw, powerBKw, powerCKw }: DueCheck): number | null {
  if (phase === 'A') return powerAKw;
  if (phase === 'B') return powerBKw;
  if (phase === 'C') return powerCKw;
  if (powerKw !== null) return powerKw;
  const phases = [powerAKw, powerBKw, powerCKw].filter((kw) => kw !== null);
  return phases.length === 0 ? null : phases.reduce((sum, kw) => sum + kw, 0);
}

function highest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}
