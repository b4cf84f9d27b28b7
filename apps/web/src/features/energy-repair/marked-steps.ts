/** Steps with the number that links their marker in the chart to their row in the list. */
import type { ExplainedStep } from '../energy-explanation/api/use-explanation.ts';

export interface MarkedStep {
  /** Starts at 1; undefined for a run of plain readings. */
  readonly number: number | undefined;
  readonly step: ExplainedStep;
}

export function markedSteps(steps: readonly ExplainedStep[]): MarkedStep[] {
  let number = 0;
  return steps.map((step) => {
    if (!step.plain) number += 1;
    return { number: step.plain ? undefined : number, step };
  });
}

/** The first register over time, which is the total if there is one. */
export function registerLine(steps: readonly ExplainedStep[]): [at: number, value: number][] {
  const register = steps[0]?.registers[0]?.register;
  return steps.flatMap((step, index) => {
    const note = step.registers.find((one) => one.register === register);
    if (note === undefined) return [];
    const point: [number, number] = [step.at, note.value];
    return index === 0 && note.kind !== 'first' ? [[note.from, note.base], point] : [point];
  });
}
