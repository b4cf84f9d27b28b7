/**
 * A command as the steps of its timeline. What has been is shown with its time; what is still to
 * come is shown empty; a command that ended otherwise shows its end instead of the steps it will
 * never take.
 */
import type { CommandState } from '@busbar/domain/switch/command-state';
import type { LastCommand } from '../devices/api/device-detail.ts';

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
    // The state report may overtake the reply: then nothing was missed.
    return { state: step, place: at === undefined ? 'skipped' : 'done', at };
  });
}

/** Reasons of a cancelled command that had been sent: whether it moved anything is not known. */
const SET_ASIDE: readonly (string | null)[] = ['overridden', 'overtaken'];

/** Which advice goes with a command; one that was sent never "did not move the contact". */
export function commandAdvice({ state, reason }: Pick<LastCommand, 'state' | 'reason'>) {
  return state === 'cancelled' && SET_ASIDE.includes(reason) ? 'set-aside' : state;
}
