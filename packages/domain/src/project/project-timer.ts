/**
 * A timer of a project, for all its lamp groups or for one of them: at a clock time, or at sunrise
 * or sunset at the location of each group. This file validates the input and detects duplicates.
 */

import { isClockTime } from '../clock-time.ts';
import { done, type Outcome, refused } from '../refusal.ts';
import { isSwitchCommand, type SwitchCommand } from '../switch/interlock.ts';
import { isDays } from '../timer/next-run.ts';
import { SUN_EVENTS, type SunEvent } from '../timer/sun-time.ts';
import { type Figure, isOffset, numberOf } from './lamp-group.ts';

export interface ProjectTimerSetting {
  /** Bit mask, 1 = Monday. */
  readonly days: number;
  /** `HH:mm` local to the customer; null for a sun timer. */
  readonly time: string | null;
  readonly sun: SunEvent | null;
  /** Minutes after the sun event; 0 for a clock time. */
  readonly offsetMin: number;
  readonly command: SwitchCommand;
  readonly enabled: boolean;
}

export interface ProjectTimerInput {
  readonly days?: number | null | undefined;
  readonly time?: string | null | undefined;
  readonly sun?: string | null | undefined;
  readonly offsetMin?: Figure | undefined;
  readonly command?: string | null | undefined;
  readonly enabled?: boolean | undefined;
}

/** Maximum per project. */
export const MAX_PROJECT_TIMERS = 32;

/** Validates a new or changed timer: absent fields are unchanged; a time replaces the sun event. */
export function validateProjectTimer(
  input: ProjectTimerInput,
  before?: ProjectTimerSetting,
): Outcome<ProjectTimerSetting> {
  const days = input.days ?? before?.days;
  if (days === undefined || !isDays(days)) return refused('timer-days-invalid', 'days');
  const given = { time: input.time || null, sun: input.sun || null };
  if (given.time !== null && given.sun !== null) return refused('sun-event-unknown', 'sun');
  const { time, sun } = given.time === null && given.sun === null ? (before ?? given) : given;
  if (sun === null && (time === null || !isClockTime(time))) {
    return refused('timer-time-invalid', 'time');
  }
  const event = SUN_EVENTS.find((one) => one === sun) ?? null;
  if (sun !== null && event === null) return refused('sun-event-unknown', 'sun');
  const offsetMin = event === null ? 0 : numberOf(input.offsetMin ?? before?.offsetMin ?? 0);
  if (!isOffset(offsetMin)) return refused('offset-invalid', 'offsetMin');
  const command = input.command ?? before?.command;
  if (!isSwitchCommand(command)) return refused('parameters-empty', 'command');
  const enabled = input.enabled ?? before?.enabled ?? true;
  return done({ days, time, sun: event, offsetMin, command, enabled });
}

interface PlacedTimer extends ProjectTimerSetting {
  /** Null for all groups of the project. */
  readonly lampGroupId: number | null;
}

/** True if both timers would switch the same breaker at the same time on some day. */
export function areTwins(one: PlacedTimer, other: PlacedTimer): boolean {
  const isSameTime =
    one.sun === null
      ? one.time === other.time
      : one.sun === other.sun && one.offsetMin === other.offsetMin;
  const isSameGroup =
    one.lampGroupId === null || other.lampGroupId === null || one.lampGroupId === other.lampGroupId;
  return isSameTime && isSameGroup && (one.days & other.days) !== 0;
}
