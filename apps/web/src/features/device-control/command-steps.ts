/**
 * A command as the steps of its timeline. What has been is shown with its time; what is still to
 * come is shown empty; a command that ended otherwise shows its end instead of the steps it will
 * never take.
 */
import type { CommandState } from '@busbar/domain/switch/command-state';

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
