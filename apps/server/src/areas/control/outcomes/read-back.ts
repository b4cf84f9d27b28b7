/**
 * What a report of the switch says about a command whose outcome is unknown, when the report does
 * not name that command. A device refuses a command after its `exp` by its own clock; so a report
 * made after `exp` by that same clock was made when the command had either moved the contact or
 * never would, whatever the clocks of others say. A report made before proves nothing yet.
 */
import { type CommandState, confirms } from '@busbar/domain/switch/command-state';
import type { SwitchOrder } from '@busbar/domain/switch/interlock';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';

export interface ReadBackQuestion {
  readonly order: SwitchOrder;
  readonly expiresAt: number;
  /** State when the order was given; null when none had been reported. */
  readonly beforeAction: SwitchAction | null;
  readonly reported: SwitchAction;
  /** The device's own time of the report, or the arrival when it keeps none. */
  readonly reportedAt: number;
  /** The report belongs to another command, so it says nothing of who else moved the contact. */
  readonly ofOtherCommand: boolean;
}

export interface ReadBack {
  readonly state: CommandState;
  readonly reason: string;
}

export function readBack(question: ReadBackQuestion): ReadBack | undefined {
  const { order, beforeAction, reported } = question;
  if (question.reportedAt <= question.expiresAt) return undefined;
  if (beforeAction === reported) return { state: 'expired', reason: 'not-executed' };
  if (confirms(order, reported) && beforeAction !== null && !question.ofOtherCommand) {
    return { state: 'confirmed', reason: 'read-back' };
  }
  // The switch stands otherwise than before and otherwise than ordered: what the command did
  // cannot be told any more, but it no longer stands in the way.
  return { state: 'cancelled', reason: 'overtaken' };
}
