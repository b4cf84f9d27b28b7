/** A project's timer while it is entered: by the clock, or minutes before or after the sun. */
import { judgeProjectTimer } from '@busbar/domain/project/project-timer';
import type { Refusal } from '@busbar/domain/refusal';
import type { SwitchOrder } from '@busbar/domain/switch/interlock';
import { EVERY_DAY } from '@busbar/domain/timer/next-run';
import type { SunEvent } from '@busbar/domain/timer/sun-time';
import { clockTimeOf } from '../../lib/clock-time.ts';
import type { ProjectTimer } from './api/use-project-timers.ts';

export interface ProjectTimerDraft {
  readonly by: 'clock' | SunEvent;
  readonly time: string;
  /** Minutes, counted to its side. */
  readonly minutes: number | null;
  readonly side: 'before' | 'after';
  readonly days: number;
  readonly order: SwitchOrder;
  /** Null: all of the project. */
  readonly lampGroupId: number | null;
}

export const NEW_TIMER: ProjectTimerDraft = {
  by: 'clock',
  time: '',
  minutes: 0,
  side: 'after',
  days: EVERY_DAY,
  order: 'close',
  lampGroupId: null,
};

export function draftOfTimer(timer: ProjectTimer): ProjectTimerDraft {
  return {
    by: timer.sun === 'sunrise' || timer.sun === 'sunset' ? timer.sun : 'clock',
    time: timer.time ?? '',
    minutes: Math.abs(timer.offset),
    side: timer.offset < 0 ? 'before' : 'after',
    days: timer.days,
    order: timer.op,
    lampGroupId: timer.lamp_group_id,
  };
}

/** As both calls take it. */
export function bodyOf({ by, time, minutes, side, days, order }: ProjectTimerDraft) {
  const when =
    by === 'clock'
      ? { time: clockTimeOf(time) }
      : { sun: by, offset: (minutes ?? 0) * (side === 'before' ? -1 : 1) };
  return { days, op: order, ...when };
}

export interface DraftProblem {
  readonly refusal: Refusal;
  /** As the domain names it: days, time, offsetMin. */
  readonly field: string | undefined;
}

/** By the server's own rules; undefined when it may be sent. */
export function problemOf(draft: ProjectTimerDraft): DraftProblem | undefined {
  const { days, op: order, ...when } = { offset: undefined, ...bodyOf(draft) };
  const judged = judgeProjectTimer({ days, order, ...when, offsetMin: when.offset });
  return judged.ok ? undefined : { refusal: judged.refusal, field: judged.field };
}
