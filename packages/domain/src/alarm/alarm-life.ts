/**
 * What a word about an alarm makes of it: of a device, type and phase one is open at most
 * (docs/decisions.md 15). Words come in order of arrival, not of time.
 */
import { ALARM_LATE_MS } from './limit-watch.ts';

export type AlarmSource = 'device' | 'platform';

export interface AlarmWord {
  readonly source: AlarmSource;
  /** False: it is over. */
  readonly active: boolean;
  /** When it happened and when the platform learnt of it, epoch ms. */
  readonly at: number;
  readonly arrivedAt: number;
  readonly value: number | null;
  readonly limit: number | null;
  /** The furthest value since the last word, when it is not `value`. */
  readonly peak?: number | null;
  /** How often it began since the last word; 0: it only goes on. Absent: once, of an end never. */
  readonly times?: number;
  /** What there is to say beside the figures; absent: nothing new. */
  readonly detail?: string;
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
  /** Absent: none, or as it was. */
  readonly detail?: string;
}

export interface AlarmLife {
  readonly open: ActiveAlarm | null;
  /** The newest end that is known; -Infinity when none is. */
  readonly endedAt: number;
}

export type LifeStep =
  | { readonly change: 'none' | 'opened' | 'again'; readonly life: AlarmLife }
  | { readonly change: 'ended'; readonly life: AlarmLife; readonly was: ActiveAlarm }
  /** It began and ended before the platform knew: entered, nobody is called. */
  | {
      readonly change: 'history';
      readonly life: AlarmLife;
      readonly past: ActiveAlarm;
      readonly endedAt: number;
      readonly isLate: boolean;
    };

/** Types whose furthest value is the lowest. */
const LOW_TYPES = ['underVoltage', 'phaseLoss', 'powerOutage'];

export function furthest(type: string, a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return LOW_TYPES.includes(type) ? Math.min(a, b) : Math.max(a, b);
}

export function live(type: string, life: AlarmLife, word: AlarmWord): LifeStep {
  return word.active ? begun(type, life, word) : over(type, life, word);
}

function begun(type: string, life: AlarmLife, word: AlarmWord): LifeStep {
  const { open, endedAt } = life;
  const { at, source, value, limit, arrivedAt, times = 1 } = word;
  const peak = furthest(type, value, word.peak ?? null);
  if (open !== null) {
    // The device judges by its own settings, the platform has nothing to add to that.
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
          ...(word.detail === undefined ? {} : { detail: word.detail }),
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
    ...(word.detail === undefined ? {} : { detail: word.detail }),
  };
  const isLate = source === 'device' && arrivedAt - at > ALARM_LATE_MS;
  if (at < endedAt) return { change: 'history', life, past: fresh, endedAt, isLate };
  if (isLate) return { change: 'history', life, past: fresh, endedAt: at, isLate };
  return { change: 'opened', life: { open: fresh, endedAt } };
}

function over(type: string, life: AlarmLife, word: AlarmWord): LifeStep {
  const { at, source, peak = null, times = 0 } = word;
  const { open } = life;
  const endedAt = Math.max(life.endedAt, at);
  // Only who raised it knows that it is over; and no older word ends what was said again since.
  if (open === null || open.source !== source || at < open.lastAt) {
    return { change: 'none', life: { open, endedAt } };
  }
  const peakValue = furthest(type, open.peakValue, peak);
  const was = { ...open, count: open.count + times, peakValue };
  return { change: 'ended', life: { open: null, endedAt }, was };
}
