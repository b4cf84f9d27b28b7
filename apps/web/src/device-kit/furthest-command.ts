/**
 * Merges two views of one command, one polled and one from an event, either of which may be newer.
 * The more advanced state is used, with the times of both. An end state is more advanced than any
 * state that can still change.
 */
import { type CommandState, isOpenState } from '@busbar/domain/switch/command-state';
import type { LastCommand } from './api/device-detail.ts';

const WAY: readonly CommandState[] = ['queued', 'sent', 'acknowledged', 'unknown'];

const rank = (state: CommandState): number =>
  isOpenState(state) ? WAY.indexOf(state) : WAY.length;

export function furthestCommand(
  one: LastCommand | undefined,
  other: LastCommand | undefined,
): LastCommand | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  if (one.id !== other.id) return one;
  const [behind, ahead] = rank(one.state) > rank(other.state) ? [other, one] : [one, other];
  return { ...ahead, times: { ...behind.times, ...ahead.times } };
}
