/**
 * Inter-phase imbalance of voltage: the largest deviation from the mean of the phases, in percent
 * of the mean (NEMA MG 1); opens above the start value, resets below the reset value.
 */
import { defineProtection, type FieldProblem, type Values } from '../definition.ts';
import { operateDelay, resetDelay } from '../field.ts';
import { REACTION_FIELDS, reactionProblems } from '../reaction.ts';

const percent = <const W extends string>(name: W, wire: string, min: number, value: number) =>
  ({
    kind: 'number',
    name,
    wire,
    unit: '%',
    step: 0.01,
    min,
    max: 50,
    default: value,
  }) as const;

export const INTERPHASE_IMBALANCE = defineProtection({
  name: 'interphaseImbalance',
  readCall: 'summonInterphaseImbalance',
  saveCall: 'saveInterphaseImbalance',
  messageType: 'INTERPHASEIMBALANCEFAULT',
  fields: [
    ...REACTION_FIELDS,
    operateDelay('iijt', 10_000),
    percent('startValue', 'iijv', 1, 10),
    resetDelay('iirt', 30),
    percent('resetValue', 'iirv', 0.5, 8),
  ],
  problemsBetween: (values) => [...reactionProblems(values), ...resetBelowStart(values)],
});

function resetBelowStart({ startValue, resetValue }: Values): FieldProblem[] {
  if (typeof startValue !== 'number' || typeof resetValue !== 'number') return [];
  if (resetValue < startValue) return [];
  return [{ field: 'iirv', kind: 'not-below', max: startValue }];
}

/** In percent; undefined if there are fewer than two phases or no voltage. */
export function imbalancePercent(voltagesV: readonly number[]): number | undefined {
  const mean = voltagesV.reduce((sum, value) => sum + value, 0) / voltagesV.length;
  if (voltagesV.length < 2 || !(mean > 0)) return undefined;
  return (Math.max(...voltagesV.map((value) => Math.abs(value - mean))) / mean) * 100;
}
