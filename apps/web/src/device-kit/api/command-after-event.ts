/** Applies an event to a command; events may arrive late, repeatedly or out of order. */
import type { CommandMessage } from '@busbar/contract/realtime';
import type { CommandState } from '@busbar/domain/switch/command-state';
import { COMMAND_STATES, isOpenState } from '@busbar/domain/switch/command-state';
import type { Answer } from '../../lib/calls/call-types.ts';
import type { RealtimeEvent } from '../../realtime/realtime-event.ts';

export interface CommandWire {
  readonly id: string;
  readonly switch: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly msg?: string | null;
  readonly times: Readonly<Record<string, number>>;
}

/** Maps a state unknown to this version to `unknown`; the screen draws no conclusion from it. */
export function commandStateOf(value: string): CommandState {
  return COMMAND_STATES.find((state) => state === value) ?? 'unknown';
}

/** Polling interval of a pending command while the real-time channel is disconnected. */
export const COMMAND_POLL_MS = 2_000;

/** Non-final states in their order. A final state ranks after all of them and never changes. */
const WAY: readonly CommandState[] = ['queued', 'sent', 'acknowledged', 'unknown'];

function rank(value: string): number {
  const state = commandStateOf(value);
  return isOpenState(state) ? WAY.indexOf(state) : WAY.length;
}

/** Returns the same object if the message is about another command or contains nothing new. */
export function advancedCommand<C extends CommandWire>(command: C, message: CommandMessage): C {
  const { command_id: id, state, reason, msg } = message;
  if (id !== command.id || state === null) return command;
  const times = { ...command.times, ...message.times };
  const isSame = state === command.state;
  if (isSame && Object.keys(times).length === Object.keys(command.times).length) return command;
  if (!isSame && rank(state) <= rank(command.state)) return command;
  return { ...command, state, reason, msg, times };
}

/** Returns the device's last command after a message; a device has at most one pending command. */
export function lastCommandAfter<C extends CommandWire>(
  last: C | null,
  message: CommandMessage,
): C | CommandWire | null {
  const { command_id: id, state, switch: switchCommand, reason, msg, times = {} } = message;
  // A read request to the device is a command too, but it does not switch the breaker.
  if (id === null || state === null || switchCommand === null) return last;
  if (last?.id === id) return advancedCommand(last, message);
  const isEarlier = last !== null && queuedAt(times) <= queuedAt(last.times);
  return isEarlier ? last : { id, switch: switchCommand, state, reason, msg, times };
}

/** A command that was just submitted has no time yet and counts as the newest. */
const queuedAt = (times: CommandWire['times']): number =>
  times['queued'] ?? Number.POSITIVE_INFINITY;

type CommandAnswer = Answer<'v2.device.command'>;

export function commandAfterEvent(answer: CommandAnswer, event: RealtimeEvent): CommandAnswer {
  if (event.type !== 'COMMAND' && event.type !== 'REMOTE_CONTROL') return answer;
  const data = advancedCommand(answer.data, event.command);
  return data === answer.data ? answer : { ...answer, data };
}
