/**
 * A command as the steps of its timeline. Completed steps have their time, remaining steps are
 * empty. A command that ended differently shows its final state instead of the steps that it will
 * never reach.
 */
import type { CommandState } from '@busbar/domain/switch/command-state';
import type { LastCommand } from './api/device-detail.ts';

export type StepPlace = 'done' | 'now' | 'skipped' | 'ahead';

export interface CommandStep {
  readonly state: CommandState;
  readonly place: StepPlace;
  readonly at: number | undefined;
}

const WAY: readonly CommandState[] = ['queued', 'sent', 'acknowledged', 'confirmed'];

export interface CommandProgress {
  readonly state: CommandState;
  readonly times: Readonly<Record<string, number>>;
}

export function commandSteps({ state, times }: CommandProgress): CommandStep[] {
  const onWay = WAY.indexOf(state);
  if (onWay < 0) {
    const passed = WAY.filter((step) => times[step] !== undefined);
    return [
      ...passed.map((step) => ({ state: step, place: 'done' as const, at: times[step] })),
      { state, place: 'now', at: times[state] },
    ];
  }
  return WAY.map((step, index) => {
    const at = times[step];
    if (index > onWay) return { state: step, place: 'ahead', at: undefined };
    if (index === onWay) return { state: step, place: 'now', at };
    // A step without a time is skipped, not missing: the state report may overtake the reply.
    return { state: step, place: at === undefined ? 'skipped' : 'done', at };
  });
}

/** Reasons of a command cancelled after it was sent: its effect on the breaker is unknown. */
const SET_ASIDE: readonly (string | null)[] = ['overridden', 'overtaken'];

/** Selects the advice for a command; for a sent one it is never "did not move the contact". */
export function commandAdvice({ state, reason }: Pick<LastCommand, 'state' | 'reason'>) {
  return state === 'cancelled' && SET_ASIDE.includes(reason) ? 'set-aside' : state;
}
