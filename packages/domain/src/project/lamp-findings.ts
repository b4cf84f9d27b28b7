/**
 * What stands of a lamp group over its looks, and what of it is told: a look replaces what it has
 * judged and leaves the rest; the findings that stand become at most one warning or alarm of each
 * type, because a device has one of a type that is open.
 */
import type { AlarmKind } from '../alarm/alarm-type.ts';
import type { Finding, Findings, LampCheck } from './lamp-check.ts';
import type { ProjectLimits } from './project-limits.ts';

/** Alarm types lamps are told by. */
export const LAMP_ALARM_TYPES = ['lampFault', 'antiTamper', 'energyLevel'] as const;

export type LampAlarmType = (typeof LAMP_ALARM_TYPES)[number];

export interface ToldAlarm {
  readonly kind: AlarmKind;
  /** Lamps, percent or kWh; null: none. */
  readonly value: number | null;
  readonly limit: number | null;
  /** In the field's words, joined by commas: `2 lamps`, `on by day`. */
  readonly detail: string;
}

export type Told = Readonly<Partial<Record<LampAlarmType, ToldAlarm>>>;

export function standingFindings(before: Findings, check: LampCheck): Findings {
  const kept = Object.entries(before).filter(([name]) => !check.judged.includes(name as Finding));
  return { ...Object.fromEntries(kept), ...check.found };
}

/** The step of the day's energy that is reached; 0: none, or none is set. */
export function energyLevel(energyKwh: number | null, limits: ProjectLimits): number {
  if (energyKwh === null || !limits.inUse) return 0;
  const steps = [limits.warningValue1, limits.warningValue2, limits.warningValue3];
  return steps.findLastIndex((kwh) => kwh !== null && energyKwh >= kwh) + 1;
}

export interface TwoLimits {
  readonly warning: ProjectLimits;
  readonly alarm: ProjectLimits;
}

/** A rate that was told ends below this part of its limit. */
const ENDS_BELOW = 0.9;

/**
 * What should be open of these findings, when `before` is; `energyKwh` is of the local day.
 */
export function toTell(
  standing: Findings,
  limits: TwoLimits,
  energyKwh: number | null,
  before: Told = {},
): Told {
  const slack = (type: LampAlarmType) => (/rate/.test(before[type]?.detail ?? '') ? ENDS_BELOW : 1);
  const lampFault = lampFaultOf(standing, limits, slack('lampFault'));
  const antiTamper = antiTamperOf(standing, limits, slack('antiTamper'));
  const level = standing.energyLevel ?? 0;
  const steps = [
    limits.warning.warningValue1,
    limits.warning.warningValue2,
    limits.warning.warningValue3,
  ];
  return {
    ...(lampFault === undefined ? {} : { lampFault }),
    ...(antiTamper === undefined ? {} : { antiTamper }),
    ...(level === 0
      ? {}
      : {
          energyLevel: {
            kind: 'warning' as const,
            value: energyKwh,
            limit: steps[level - 1] ?? null,
            detail: `level ${level}`,
          },
        }),
  };
}

/** The words of one finding, and by which of the two settings it is told. */
interface Part {
  readonly kind: AlarmKind;
  readonly words: string;
}

function lampFaultOf(
  standing: Findings,
  { warning, alarm }: TwoLimits,
  slack: number,
): ToldAlarm | undefined {
  const { failed = 0, under = 0, over = 0 } = standing;
  const parts: Part[] = [];
  const add = (kind: AlarmKind | undefined, words: string): void => {
    if (kind !== undefined) parts.push({ kind, words });
  };
  const byFigure = (value: number, of: (limits: ProjectLimits) => number) => {
    if (alarm.inUse && value >= of(alarm)) return 'alarm';
    return warning.inUse && value >= of(warning) ? 'warning' : undefined;
  };
  const atAll = warning.inUse ? 'warning' : alarm.inUse ? 'alarm' : undefined;
  const worst = alarm.inUse ? 'alarm' : atAll;
  if (standing.dark !== undefined) add(worst, 'off at night');
  const byCount = failed > 0 ? byFigure(failed, ({ alarmValue }) => alarmValue) : undefined;
  const byRate = under > 0 ? byFigure(under, ({ underRate }) => underRate * slack) : undefined;
  if (byCount !== undefined) {
    // The lamps say it better than the percent; these can only make it an alarm.
    add(byRate === 'alarm' ? 'alarm' : byCount, lampWords(failed));
  } else add(byRate, `under rate ${Math.round(under)} %`);
  if (over > 0 && alarm.inUse && over >= alarm.overRate * slack) {
    add('alarm', `over rate ${Math.round(over)} %`);
  }
  if (standing.dayBurning !== undefined) {
    add(atAll, `${lampWords(standing.dayBurning)} on by day`);
  }
  if (standing.noReport !== undefined) add(atAll, 'no report');
  if (parts.length === 0) return undefined;
  return {
    kind: parts.some(({ kind }) => kind === 'alarm') ? 'alarm' : 'warning',
    value: byCount === undefined ? null : failed,
    limit: byCount === undefined ? null : (byCount === 'alarm' ? alarm : warning).alarmValue,
    detail: parts.map(({ words }) => words).join(', '),
  };
}

/** Warnings only (docs/specification/alarms.md 1.2): power that no lamp of the group can draw. */
function antiTamperOf(
  standing: Findings,
  { warning }: TwoLimits,
  slack: number,
): ToldAlarm | undefined {
  if (!warning.inUse) return undefined;
  const { over = 0 } = standing;
  const isOver = over > 0 && over >= warning.overRate * slack;
  const words = [
    ...(isOver ? [`over rate ${Math.round(over)} %`] : []),
    ...(standing.bypassed === undefined ? [] : ['burning behind an open breaker']),
  ];
  if (words.length === 0) return undefined;
  return {
    kind: 'warning',
    value: isOver ? over : null,
    limit: isOver ? warning.overRate : null,
    detail: words.join(', '),
  };
}

const lampWords = (lamps: number): string => `${lamps} ${lamps === 1 ? 'lamp' : 'lamps'}`;

/** Told again only when it says something else; a percent is never twice the same. */
export function isSameTold(one: ToldAlarm | undefined, other: ToldAlarm | undefined): boolean {
  const words = (told: ToldAlarm | undefined) => told?.detail.replaceAll(/\d+ %/g, '%');
  return one?.kind === other?.kind && words(one) === words(other);
}
