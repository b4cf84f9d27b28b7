/**
 * Evaluates all rules of one device on its live readings. Idle watches are not stored, so a healthy
 * device uses no memory.
 */

import { furthest } from './alarm-life.ts';
import {
  ALARM_RULES,
  type AlarmRating,
  type AlarmRule,
  limitsOf,
  phasesOf,
  type RuleSetting,
  type RuleType,
} from './alarm-rule.ts';
import type { Phase } from './alarm-type.ts';
import {
  AT_REST,
  isTimely,
  RAISED,
  type WatchLimits,
  type WatchState,
  watch,
} from './limit-watch.ts';

/** An event of a rule: the beginning, end or continuation of an alarm. */
export interface RuleEvent {
  readonly type: RuleType;
  readonly phase: Phase | '';
  readonly active: boolean;
  /** True if the event only updates the values of an alarm that is already active. */
  readonly goesOn: boolean;
  readonly at: number;
  readonly value: number;
  readonly limit: number;
  readonly peak: number;
  /** Number of excursions since the last event. */
  readonly times: number;
}

export type RuleSettings = (type: RuleType) => RuleSetting;

interface Watch {
  state: WatchState;
  /**
   * For a raised alarm: its most extreme value, the number of unreported excursions, and
   * `hasUnreported` if either of them has not been reported.
   */
  peak: number | null;
  times: number;
  hasUnreported: boolean;
  reportedAt: number;
}

/** Minimum interval between two updates of the count and peak of an active alarm. */
const REPEATED_AFTER_MS = 10_000;

interface Validated {
  readonly rule: AlarmRule;
  readonly limits: WatchLimits;
}

const keyOf = (type: string, phase: string): string => `${type} ${phase}`;

export class DeviceWatch {
  #newestAt = Number.NEGATIVE_INFINITY;
  #validated: readonly Validated[] = [];
  #settings: RuleSettings | undefined;
  #rating: AlarmRating;
  readonly #watches = new Map<string, Watch>();

  /** `open` contains the active alarms of the device that the platform raised. */
  constructor(rating: AlarmRating, open: readonly { type: string; phase: string }[]) {
    this.#rating = rating;
    for (const { type, phase } of open) {
      this.#watches.set(keyOf(type, phase), { ...FRESH, state: RAISED });
    }
  }

  get rating(): AlarmRating {
    return this.#rating;
  }

  /** Applies a new nameplate. */
  rerate(rating: AlarmRating): void {
    this.#rating = { ...rating, phases: Math.max(rating.phases, this.#rating.phases) };
    this.#settings = undefined;
  }

  /** Returns the alarm events of the next reading; none if the reading is late or out of order. */
  read(
    settings: RuleSettings,
    values: readonly number[],
    at: number,
    arrivedAt: number,
  ): readonly RuleEvent[] {
    if (!isTimely(this.#newestAt, at, arrivedAt)) return NO_EVENTS;
    this.#newestAt = at;
    const phases = phasesOf(values);
    if (settings !== this.#settings || phases > this.#rating.phases) {
      this.#follow(settings, phases);
    }
    let events = NO_EVENTS;
    for (const { rule, limits } of this.#validated) {
      for (let phase = 0; phase < rule.phases.length; phase++) {
        const value = rule.measure(values, phase, this.#rating);
        if (Number.isNaN(value)) continue;
        const event = this.#validate(rule, limits, rule.phases[phase]!, at, value);
        if (event !== undefined) events = [...events, event];
      }
    }
    return events;
  }

  #follow(settings: RuleSettings, phases: number): void {
    this.#settings = settings;
    this.#rating = { ...this.#rating, phases: Math.max(phases, this.#rating.phases) };
    this.#validated = ALARM_RULES.flatMap((rule) => {
      const setting = settings(rule.type);
      const limits = limitsOf(rule, setting, this.#rating);
      if (limits === undefined) return [];
      if (setting.inUse) return [{ rule, limits }];
      // If a rule is switched off, its active alarm ends with the next reading.
      const isOpen = rule.phases.some((phase) => this.#watches.has(keyOf(rule.type, phase)));
      return isOpen ? [{ rule, limits: { ...limits, ...NEVER[limits.side], holdS: 0 } }] : [];
    });
  }

  #validate(
    rule: AlarmRule,
    limits: WatchLimits,
    phase: Phase | '',
    at: number,
    value: number,
  ): RuleEvent | undefined {
    const key = keyOf(rule.type, phase);
    const known = this.#watches.get(key);
    const { state, change } = watch(limits, known?.state ?? AT_REST, at, value);
    if (state === AT_REST) {
      if (known === undefined) return undefined;
      this.#watches.delete(key);
      if (change !== 'clear') return undefined;
      return this.#event(rule, limits, phase, at, value, known, { active: false, goesOn: false });
    }
    const entry = known ?? { ...FRESH };
    entry.state = state;
    if (known === undefined) this.#watches.set(key, entry);
    if (!state.isRaised) return undefined;
    if (change === 'raise') {
      entry.reportedAt = at;
      entry.peak = value;
      return this.#event(rule, limits, phase, at, value, entry, { active: true, goesOn: false });
    }
    const isFurther = entry.peak === null || furthest(rule.type, entry.peak, value) !== entry.peak;
    if (isFurther) entry.peak = value;
    if (change === 'again') entry.times += 1;
    entry.hasUnreported ||= isFurther || change === 'again';
    if (!entry.hasUnreported || at - entry.reportedAt < REPEATED_AFTER_MS) return undefined;
    const event = this.#event(rule, limits, phase, at, value, entry, {
      active: true,
      goesOn: true,
    });
    entry.times = 0;
    entry.hasUnreported = false;
    entry.reportedAt = at;
    return event;
  }

  #event(
    { type }: AlarmRule,
    { limit }: WatchLimits,
    phase: Phase | '',
    at: number,
    value: number,
    { peak, times }: Watch,
    what: { active: boolean; goesOn: boolean },
  ): RuleEvent {
    return { type, phase, at, value, limit, peak: peak ?? value, times, ...what };
  }
}

const NO_EVENTS: readonly RuleEvent[] = [];
const FRESH: Watch = { state: AT_REST, peak: null, times: 0, hasUnreported: false, reportedAt: 0 };
/** Limits that no value exceeds, so that every value is within limits. */
const NEVER = {
  above: { limit: Number.POSITIVE_INFINITY, clear: Number.POSITIVE_INFINITY },
  below: { limit: Number.NEGATIVE_INFINITY, clear: Number.NEGATIVE_INFINITY },
} as const;
