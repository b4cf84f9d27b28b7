/**
 * Resolves an unknown command by a report of the switch that does not name it. A device refuses a
 * command after its `exp` by its own clock; so if a report was made after `exp` by that same clock,
 * the command had either switched the contact by then or never would, whatever other clocks show.
 * An earlier report proves nothing yet.
 */
import { type CommandState, confirms } from '@busbar/domain/switch/command-state';
import type { SwitchCommand } from '@busbar/domain/switch/interlock';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';

export interface ReadBackQuestion {
  readonly command: SwitchCommand;
  readonly expiresAt: number;
  /** State of the switch when the command was issued; null if none had been reported. */
  readonly beforeAction: SwitchAction | null;
  readonly reported: SwitchAction;
  /** Time of the report by the device's own clock, or the time of arrival if it has no clock. */
  readonly reportedAt: number;
  /** True for a report of another command: it does not show which command switched the contact. */
  readonly ofOtherCommand: boolean;
}

export interface ReadBack {
  readonly state: CommandState;
  readonly reason: string;
}

export function readBack(question: ReadBackQuestion): ReadBack | undefined {
  const { command, beforeAction, reported } = question;
  if (question.reportedAt <= question.expiresAt) return undefined;
  if (beforeAction === reported) return { state: 'expired', reason: 'not-executed' };
  if (confirms(command, reported) && beforeAction !== null && !question.ofOtherCommand) {
    return { state: 'confirmed', reason: 'read-back' };
  }
  // The position differs from both the previous and the commanded one: the effect of the command
  // can no longer be determined, but the command no longer blocks others.
  return { state: 'cancelled', reason: 'overtaken' };
}
