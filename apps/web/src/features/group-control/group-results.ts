/** Results of a batch command, counted by the state of each device. */
import { COMMAND_STATES, isOpenState } from '@busbar/domain/switch/command-state';

/** Device states of a batch command in display order: those of a command, and two of its own. */
export const TURN_STATES = ['waiting', ...COMMAND_STATES, 'refused'] as const;
export type TurnState = (typeof TURN_STATES)[number];

export interface GroupResults {
  readonly total: number;
  /** Devices whose state no longer changes. */
  readonly settled: number;
  /** Devices that can be retried. */
  readonly failed: number;
  readonly counts: readonly { readonly state: TurnState; readonly count: number }[];
}

/** States in which the command was certainly not executed. */
const FAILED: readonly string[] = ['refused', 'rejected', 'expired'] satisfies TurnState[];

export const hasFailed = (state: string): boolean => FAILED.includes(state);

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
    failed: sum(hasFailed),
    counts,
  };
}

/** `unknown` is final for the user: a response may never arrive; the card explains what to do. */
function isSettled(state: TurnState): boolean {
  if (state === 'waiting') return false;
  return state === 'refused' || state === 'unknown' || !isOpenState(state);
}
