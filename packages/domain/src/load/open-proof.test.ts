import { describe, expect, it } from 'vitest';
import type { Measurement } from '../device/measurement.ts';
import { SWITCH_ACTIONS, SWITCH_TABLE, type SwitchAction } from '../switch/switch-action.ts';
import { NO_CURRENT_BELOW_A, openProof } from './open-proof.ts';

const OPENED_AT = 1_000;
const proofOf = (values: Measurement, ts = 2_000, action: SwitchAction = 'openByCommand') =>
  openProof(action, OPENED_AT, { ts, values });

describe('the proof that an open breaker interrupts the current', () => {
  it.each<[string, Measurement, object | undefined]>([
    [
      'no current on three phases',
      { currentA: 0, currentB: 0.01, currentC: 0 },
      { flows: false, phases: ['A', 'B', 'C'], currentA: 0.01 },
    ],
    ['no current on one phase', { currentA: 0 }, { flows: false, phases: ['A'], currentA: 0 }],
    [
      'one welded pole of three',
      { currentA: 0, currentB: 3.2, currentC: 0 },
      { flows: true, phases: ['B'], currentA: 3.2 },
    ],
    [
      'current towards the grid',
      { currentA: -4, currentB: 1, currentC: 0.02 },
      { flows: true, phases: ['A', 'B'], currentA: 4 },
    ],
    [
      'exactly the limit',
      { currentA: NO_CURRENT_BELOW_A },
      { flows: true, phases: ['A'], currentA: NO_CURRENT_BELOW_A },
    ],
    ['a reading without currents', { voltageA: 230 }, undefined],
  ])('%s', (_, values, proof) => {
    expect(proofOf(values)).toEqual(proof && { ...proof, at: 2_000 });
  });

  it('is a reading from after the opening', () => {
    expect(proofOf({ currentA: 5 }, OPENED_AT - 1)).toBeUndefined();
    expect(proofOf({ currentA: 0 }, OPENED_AT)?.flows).toBe(false);
    expect(openProof('openByCommand', OPENED_AT, null)).toBeUndefined();
  });

  it.each(SWITCH_ACTIONS)('exists for open and locked positions only: %s', (action) => {
    const isOpen = !SWITCH_TABLE[action].closed;
    expect(proofOf({ currentA: 0 }, 2_000, action) !== undefined).toBe(isOpen);
  });
});
