/**
 * Draft of a timer or of a pair. The rules are those of the server: a clock time from 00:00 to
 * 23:59, at least one day, no two timers of a device at the same minute.
 */

import { isClockTime } from '@busbar/domain/clock-time';
import { clockTimeOf } from '@busbar/domain/formats/typed-clock-time';
import type { Refusal } from '@busbar/domain/refusal';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import { coincide, EVERY_DAY, isDays } from '@busbar/domain/timer/next-run';
import type { Timer } from './timer.ts';

export interface TimerDraft {
  /** Id of the edited timer; undefined for a new one. */
  readonly id: number | undefined;
  readonly deviceCode: string;
  /** A single command, or close and open entered together. */
  readonly mode: 'one' | 'pair';
  readonly days: number;
  readonly command: SwitchCommand;
  readonly time: string;
  readonly closeTime: string;
  readonly openTime: string;
  readonly isEnabled: boolean;
}

/** A timer to save; each one is saved by its own request. */
export interface TimerSetting {
  readonly id: number | undefined;
  readonly deviceCode: string;
  readonly days: number;
  readonly command: SwitchCommand;
  readonly time: string;
  readonly isEnabled: boolean;
  /** Form field in which its time was entered. */
  readonly field: TimeField;
}

export type TimeField = 'time' | 'closeTime' | 'openTime';
export type DraftProblems = Partial<Record<TimeField | 'days', Refusal | 'pair-same-time'>>;

export function newDraft(deviceCode: string): TimerDraft {
  return {
    id: undefined,
    deviceCode,
    mode: 'one',
    days: EVERY_DAY,
    command: 'open',
    time: '',
    closeTime: '',
    openTime: '',
    isEnabled: true,
  };
}

export function draftOf(timer: Timer): TimerDraft {
  const { id, deviceCode, days, command, time, isEnabled } = timer;
  return { ...newDraft(deviceCode), id, days, command, time, isEnabled };
}

export function settingsOf(draft: TimerDraft): TimerSetting[] {
  const { id, deviceCode, days, isEnabled } = draft;
  const common = { id, deviceCode, days, isEnabled };
  if (draft.mode === 'one') {
    return [{ ...common, command: draft.command, time: clockTimeOf(draft.time), field: 'time' }];
  }
  return [
    { ...common, command: 'close', time: clockTimeOf(draft.closeTime), field: 'closeTime' },
    { ...common, command: 'open', time: clockTimeOf(draft.openTime), field: 'openTime' },
  ];
}

/** Returns the problems by field; empty if the draft can be saved. */
export function problemsOf(draft: TimerDraft, timers: readonly Timer[]): DraftProblems {
  const problems: DraftProblems = {};
  if (!isDays(draft.days)) problems.days = 'timer-days-invalid';
  const others = timers.filter(
    (t) => t.deviceCode === draft.deviceCode && t.id !== draft.id && t.sun === null,
  );
  const settings = settingsOf(draft);
  for (const setting of settings) {
    if (!isClockTime(setting.time)) problems[setting.field] = 'timer-time-invalid';
    else if (others.some((other) => coincide(other, setting))) {
      problems[setting.field] = 'timer-taken';
    }
  }
  const [first, second] = settings;
  if (second !== undefined && first?.time === second.time && problems.openTime === undefined) {
    problems.openTime = 'pair-same-time';
  }
  return problems;
}
