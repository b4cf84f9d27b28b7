/**
 * The effect of an alarm event: at most one alarm is active per device, type and phase
 * (docs/decisions.md 15). Events are processed in order of arrival, not of time.
 */
import type { AlarmFacts } from './alarm-facts.ts';
import { LOWEST_PEAK_TYPES } from './alarm-type.ts';
import { ALARM_LATE_MS } from './limit-watch.ts';

export type AlarmSource = 'device' | 'platform';

export interface AlarmTransition {
  readonly source: AlarmSource;
  /** False if the alarm has ended. */
  readonly active: boolean;
  /** Times at which the event happened and at which the platform received it, epoch ms. */
  readonly at: number;
  readonly arrivedAt: number;
  readonly value: number | null;
  readonly limit: number | null;
  /** The most extreme value since the last event, if it is not `value`. */
  readonly peak?: number | null;
  /**
   * Number of times the alarm began since the last event; 0 if it only continues. Defaults to 1, or
   * to 0 for an end.
   */
  readonly times?: number;
  /** Information in addition to the values; absent if it has not changed. */
  readonly detail?: string;
  readonly facts?: AlarmFacts;
}

export interface ActiveAlarm {
  readonly source: AlarmSource;
  readonly openedAt: number;
  readonly lastAt: number;
  readonly count: number;
  readonly firstValue: number | null;
  readonly lastValue: number | null;
  readonly peakValue: number | null;
  readonly limitValue: number | null;
  /** Absent if there is no detail, or if it has not changed. */
  readonly detail?: string;
  readonly facts?: AlarmFacts;
}

export interface AlarmLife {
  readonly open: ActiveAlarm | null;
  /** Time of the newest known end; -Infinity if none is known. */
  readonly endedAt: number;
}

export type LifeStep =
  | { readonly change: 'none' | 'opened' | 'again'; readonly life: AlarmLife }
  | { readonly change: 'ended'; readonly life: AlarmLife; readonly was: ActiveAlarm }
  /** The alarm began and ended before it was received: it is stored, but no one is notified. */
  | {
      readonly change: 'history';
      readonly life: AlarmLife;
      readonly past: ActiveAlarm;
      readonly endedAt: number;
      readonly isLate: boolean;
    };

export function furthest(type: string, a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return LOWEST_PEAK_TYPES.includes(type) ? Math.min(a, b) : Math.max(a, b);
}

export function live(type: string, life: AlarmLife, transition: AlarmTransition): LifeStep {
  return transition.active ? begun(type, life, transition) : over(type, life, transition);
}

function begun(type: string, life: AlarmLife, transition: AlarmTransition): LifeStep {
  const { open, endedAt } = life;
  const { at, source, value, limit, arrivedAt, times = 1 } = transition;
  const peak = furthest(type, value, transition.peak ?? null);
  if (open !== null) {
    // The device evaluates its own settings, which take precedence over the platform's evaluation.
    if (source === 'platform' && open.source === 'device') return { change: 'none', life };
    const isNewest = at >= open.lastAt;
    return {
      change: 'again',
      life: {
        endedAt,
        open: {
          ...open,
          source,
          lastAt: isNewest ? at : open.lastAt,
          count: open.count + times,
          lastValue: isNewest ? (value ?? open.lastValue) : open.lastValue,
          peakValue: furthest(type, open.peakValue, peak),
          limitValue: isNewest ? (limit ?? open.limitValue) : open.limitValue,
          ...changedCause(transition),
        },
      },
    };
  }
  const fresh: ActiveAlarm = {
    source,
    openedAt: at,
    lastAt: at,
    count: Math.max(1, times),
    firstValue: value,
    lastValue: value,
    peakValue: peak,
    limitValue: limit,
    ...changedCause(transition),
  };
  const isLate = source === 'device' && arrivedAt - at > ALARM_LATE_MS;
  if (at < endedAt) return { change: 'history', life, past: fresh, endedAt, isLate };
  if (isLate) return { change: 'history', life, past: fresh, endedAt: at, isLate };
  return { change: 'opened', life: { open: fresh, endedAt } };
}

const changedCause = ({ detail, facts }: AlarmTransition) => ({
  ...(detail === undefined ? {} : { detail }),
  ...(facts === undefined ? {} : { facts }),
});

function over(type: string, life: AlarmLife, transition: AlarmTransition): LifeStep {
  const { at, source, peak = null, times = 0 } = transition;
  const { open } = life;
  const endedAt = Math.max(life.endedAt, at);
  // Only the source that raised an alarm can end it, and an event cannot end an alarm that was
  // reported again at a later time.
  if (open === null || open.source !== source || at < open.lastAt) {
    return { change: 'none', life: { open, endedAt } };
  }
  const peakValue = furthest(type, open.peakValue, peak);
  const was = { ...open, count: open.count + times, peakValue };
  return { change: 'ended', life: { open: null, endedAt }, was };
}
