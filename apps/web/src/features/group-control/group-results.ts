/** What became of a group order, counted from the state of each device. */
import { COMMAND_STATES, isOpenState } from '@busbar/domain/switch/command-state';

/** States of a device of a group order in the sequence they are shown: those of a command, and two of its own. */
export const TURN_STATES = ['waiting', ...COMMAND_STATES, 'refused'] as const;
export type TurnState = (typeof TURN_STATES)[number];

export interface GroupResults {
  readonly total: number;
  /** Devices nothing more will happen to. */
  readonly settled: number;
  /** What may be given once more. */
  readonly failed: number;
  readonly counts: readonly { readonly state: TurnState; readonly count: number }[];
}

/** Provably not done: the server repeats no other (`repeat` of a group order). */
const FAILED: readonly TurnState[] = ['refused', 'rejected', 'expired'];

export function groupResults(states: readonly string[]): GroupResults {
  const counts = TURN_STATES.map((state) => ({
    state,
    count: states.filter((one) => one === state).length,
  })).filter(({ count }) => count > 0);
  const sum = (wanted: (state: TurnState) => boolean) =>
    counts.reduce((all, { state, count }) => (wanted(state) ? all + count : all), 0);
  return {
    total: states.length,
    settled: sum(isSettled),
    failed: sum((state) => FAILED.includes(state)),
    counts,
  };
}

/** Unknown is settled for the watcher: an answer may never come, and the card tells what to do. */
function isSettled(state: TurnState): boolean {
  if (state === 'waiting') return false;
  return state === 'refused' || state === 'unknown' || !isOpenState(state);
}
