/**
 * Current findings of a lamp group over successive checks, and the alarms they raise. A check
 * replaces the findings it has evaluated and leaves the others; the current findings give at most
 * one warning or alarm of each type, because only one alarm of a type can be active per device.
 */
import type { AlarmKind } from '../alarm/alarm-type.ts';
import type { Finding, Findings, LampCheck } from './lamp-check.ts';
import type { ProjectLimits } from './project-limits.ts';

/** Alarm types of lamps. */
export const LAMP_ALARM_TYPES = ['lampFault', 'antiTamper', 'energyLevel'] as const;

export type LampAlarmType = (typeof LAMP_ALARM_TYPES)[number];

export interface NotifiedAlarm {
  readonly kind: AlarmKind;
  /** Number of lamps, percent or kWh; null if there is none. */
  readonly value: number | null;
  readonly limit: number | null;
  /** The findings in trade terms, joined by commas: `2 lamps`, `on by day`. */
  readonly detail: string;
}

export type NotifiedAlarms = Readonly<Partial<Record<LampAlarmType, NotifiedAlarm>>>;

export function openFindings(before: Findings, check: LampCheck): Findings {
  const remaining = Object.entries(before).filter(
    ([name]) => !check.evaluated.includes(name as Finding),
  );
  return { ...Object.fromEntries(remaining), ...check.found };
}

/** The step that the daily energy has reached; 0 if none is reached or configured. */
export function energyLevel(energyKwh: number | null, limits: ProjectLimits): number {
  if (energyKwh === null || !limits.inUse) return 0;
  const steps = [limits.warningValue1, limits.warningValue2, limits.warningValue3];
  return steps.findLastIndex((kwh) => kwh !== null && energyKwh >= kwh) + 1;
}

export interface TwoLimits {
  readonly warning: ProjectLimits;
  readonly alarm: ProjectLimits;
}

/** The alarm of a reported rate ends below this fraction of the limit. */
const ENDS_BELOW = 0.9;

/**
 * Returns the alarms that should be active for these findings, given the active ones in `before`;
 * `energyKwh` is the energy of the local day.
 */
export function toNotify(
  standing: Findings,
  limits: TwoLimits,
  energyKwh: number | null,
  before: NotifiedAlarms = {},
): NotifiedAlarms {
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

/** Text of one finding, and the kind of alarm that it raises. */
interface Part {
  readonly kind: AlarmKind;
  readonly text: string;
}

function lampFaultOf(
  standing: Findings,
  { warning, alarm }: TwoLimits,
  slack: number,
): NotifiedAlarm | undefined {
  const { failed = 0, under = 0, over = 0 } = standing;
  const parts: Part[] = [];
  const add = (kind: AlarmKind | undefined, text: string): void => {
    if (kind !== undefined) parts.push({ kind, text });
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
    // The number of lamps is more informative than the percentage, which can only change a warning
    // into an alarm.
    add(byRate === 'alarm' ? 'alarm' : byCount, lampDetailText(failed));
  } else add(byRate, `under rate ${Math.round(under)} %`);
  if (over > 0 && alarm.inUse && over >= alarm.overRate * slack) {
    add('alarm', `over rate ${Math.round(over)} %`);
  }
  if (standing.dayBurning !== undefined) {
    add(atAll, `${lampDetailText(standing.dayBurning)} on by day`);
  }
  if (standing.noReport !== undefined) add(atAll, 'no report');
  if (parts.length === 0) return undefined;
  return {
    kind: parts.some(({ kind }) => kind === 'alarm') ? 'alarm' : 'warning',
    value: byCount === undefined ? null : failed,
    limit: byCount === undefined ? null : (byCount === 'alarm' ? alarm : warning).alarmValue,
    detail: parts.map(({ text }) => text).join(', '),
  };
}

/** Only a warning (docs/specification/alarms.md 1.2): power that no lamp of the group can draw. */
function antiTamperOf(
  standing: Findings,
  { warning }: TwoLimits,
  slack: number,
): NotifiedAlarm | undefined {
  if (!warning.inUse) return undefined;
  const { over = 0 } = standing;
  const isOver = over > 0 && over >= warning.overRate * slack;
  const parts = [
    ...(isOver ? [`over rate ${Math.round(over)} %`] : []),
    ...(standing.bypassed === undefined ? [] : ['burning behind an open breaker']),
  ];
  if (parts.length === 0) return undefined;
  return {
    kind: 'warning',
    value: isOver ? over : null,
    limit: isOver ? warning.overRate : null,
    detail: parts.join(', '),
  };
}

const lampDetailText = (lamps: number): string => `${lamps} ${lamps === 1 ? 'lamp' : 'lamps'}`;

/**
 * True if the two texts are equal, so that no notification is sent; percentages are ignored because
 * they always change.
 */
export function isSameNotified(
  one: NotifiedAlarm | undefined,
  other: NotifiedAlarm | undefined,
): boolean {
  const textOf = (alarm: NotifiedAlarm | undefined) => alarm?.detail.replaceAll(/\d+ %/g, '%');
  return one?.kind === other?.kind && textOf(one) === textOf(other);
}
