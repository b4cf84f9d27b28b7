/** Draft of a project timer: a clock time, or minutes before or after sunrise or sunset. */

import { clockTimeOf } from '@busbar/domain/formats/typed-clock-time';
import { validateProjectTimer } from '@busbar/domain/project/project-timer';
import type { Refusal } from '@busbar/domain/refusal';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { EVERY_DAY } from '@busbar/domain/timer/next-run';
import type { SunEvent } from '@busbar/domain/timer/sun-time';
import type { ProjectTimer } from '../api/use-project-timers.ts';

export interface ProjectTimerDraft {
  readonly by: 'clock' | SunEvent;
  readonly time: string;
  /** Unsigned minutes; `side` determines the direction. */
  readonly minutes: number | null;
  readonly side: 'before' | 'after';
  readonly days: number;
  readonly command: SwitchCommand;
  /** Null means all lamp groups of the project. */
  readonly lampGroupId: number | null;
}

export const NEW_TIMER: ProjectTimerDraft = {
  by: 'clock',
  time: '',
  minutes: 0,
  side: 'after',
  days: EVERY_DAY,
  command: 'close',
  lampGroupId: null,
};

export function draftOfTimer(timer: ProjectTimer): ProjectTimerDraft {
  return {
    by: timer.sun === 'sunrise' || timer.sun === 'sunset' ? timer.sun : 'clock',
    time: timer.time ?? '',
    minutes: Math.abs(timer.offset),
    side: timer.offset < 0 ? 'before' : 'after',
    days: timer.days,
    command: timer.op,
    lampGroupId: timer.lamp_group_id,
  };
}

/** Body shared by the add and change calls. */
export function bodyOf({ by, time, minutes, side, days, command }: ProjectTimerDraft) {
  const when =
    by === 'clock'
      ? { time: clockTimeOf(time) }
      : { sun: by, offset: (minutes ?? 0) * (side === 'before' ? -1 : 1) };
  return { days, op: command, ...when };
}

export interface DraftProblem {
  readonly refusal: Refusal;
  /** Field name of the domain: days, time, offsetMin. */
  readonly field: string | undefined;
}

/** Validates by the server's rules; returns undefined if the draft may be sent. */
export function problemOf(draft: ProjectTimerDraft): DraftProblem | undefined {
  const { days, op: command, ...when } = { offset: undefined, ...bodyOf(draft) };
  const validated = validateProjectTimer({ days, command, ...when, offsetMin: when.offset });
  return validated.ok ? undefined : { refusal: validated.refusal, field: validated.field };
}
