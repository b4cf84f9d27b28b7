/**
 * Proof that a breaker whose position is open interrupts the current: what its meter measured after
 * it opened. A welded contact, or a bypass, still carries current.
 */
import type { Measurement } from '../device/measurement.ts';
import { SWITCH_TABLE, type SwitchAction } from '../switch/switch-action.ts';
import { isOfPresentPosition } from './lost-load.ts';

/**
 * Currents in A below this are no current: a direct-connected meter of class 1 starts at 0.4 % of
 * its basic current (IEC 62053-21), 0.04 A at 10 A.
 */
export const NO_CURRENT_BELOW_A = 0.05;

type Phase = 'A' | 'B' | 'C';

export interface OpenProof {
  readonly flows: boolean;
  /** The phases with current, or without any all that were measured. */
  readonly phases: readonly Phase[];
  /** The largest current of these phases, regardless of its direction, in A. */
  readonly currentA: number;
  /** Time of the reading, epoch ms. */
  readonly at: number;
}

/** Undefined for a closed breaker, and for one without a measured current since it opened. */
export function openProof(
  action: SwitchAction,
  actionAt: number | null,
  reading: { readonly ts: number; readonly values: Measurement } | null,
): OpenProof | undefined {
  if (SWITCH_TABLE[action].closed || reading === null) return;
  const { ts: at, values } = reading;
  if (!isOfPresentPosition({ loadKw: null, loadAt: at, actionAt })) return;
  const currents = { A: values.currentA, B: values.currentB, C: values.currentC };
  const measured = (Object.keys(currents) as Phase[]).flatMap((phase) => {
    const currentA = currents[phase];
    return currentA === undefined ? [] : [{ phase, currentA: Math.abs(currentA) }];
  });
  if (measured.length === 0) return;
  const live = measured.filter(({ currentA }) => currentA >= NO_CURRENT_BELOW_A);
  const flows = live.length > 0;
  const named = flows ? live : measured;
  return {
    flows,
    phases: named.map(({ phase }) => phase),
    currentA: Math.max(...named.map(({ currentA }) => currentA)),
    at,
  };
}
