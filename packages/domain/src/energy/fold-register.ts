/**
 * Computes the energy counted by one register, reading by reading: the energy of each step from the
 * last accepted reading (the base), and the reason (docs/decisions.md 10, docs/promises.md R6).
 * Consumption is never negative, never more than the breaker can carry, and never invented; what
 * cannot be determined is not billed.
 *
 * The fold is causal: the result depends only on the readings so far, stored in a small state. A
 * reading that does not fit is a suspect until the next reading arrives. That reading continues
 * from the base (the suspect was a glitch), or from the suspect (it is confirmed), or from neither
 * (it is the next suspect). The step of the reading that confirms a suspect counts for both; the
 * energy proven by the suspect is an earlier part of the step, and belongs to the suspect's own
 * interval.
 */
import { allowedWh, goesOn, lineUp, lowerLine, unrolled } from './register-lines.ts';
import { rolledOverWh } from './register-rollover.ts';
import type {
  FoldedReading,
  RegisterReading,
  RegisterState,
  StepDecision,
} from './register-state.ts';
import {
  begin,
  changeLine,
  confirm,
  decide,
  goOn,
  isJitter,
  rollOver,
  suspectOf,
  tremble,
} from './register-steps.ts';
import { isUnitSlip } from './unit-slip.ts';

export function foldRegister(
  state: RegisterState | null,
  reading: RegisterReading,
  limitW: number,
  decision?: StepDecision,
): FoldedReading {
  if (state === null) return begin(reading, decision);
  if (decision !== undefined) return decide(state, reading, decision);
  const { base, suspect, left } = state;
  const allowed = allowedWh(state, reading, limitW);
  const delta = reading.wh - base.wh;
  const staysSlipped =
    suspect !== null &&
    isUnitSlip(base.wh, reading.wh, allowed) &&
    isUnitSlip(base.wh, suspect.wh, allowed);
  if (delta >= 0 && delta <= allowed && !staysSlipped) {
    const up = left === null ? null : lineUp(state, left, reading, limitW);
    if (up === null) return goOn(state, reading, limitW);
    const isOn = suspect !== null && goesOn(suspect, reading, limitW);
    return changeLine(state, up, reading, true, isOn ? suspect : null);
  }
  if (delta < 0 && isJitter(state, -delta)) return tremble(state, reading);
  const down = delta < 0 ? lowerLine(state, reading, limitW) : null;
  if (down !== null) return changeLine(state, down, reading, false);
  const rolled = delta < 0 ? rolledOverWh(base.wh, reading.wh, allowed) : undefined;
  if (rolled !== undefined) return rollOver(state, reading, rolled, limitW);
  if (isUnitSlip(base.wh, reading.wh, allowed)) return suspectOf(state, reading, 'unit-slip');
  if (suspect !== null && goesOn(suspect, reading, limitW)) {
    return confirm(state, suspect, reading, limitW);
  }
  const undone = unrolled(state, reading, limitW);
  if (undone !== null) return changeLine(state, undone, reading, false);
  return suspectOf(state, reading, 'awaits-next', limitW);
}
