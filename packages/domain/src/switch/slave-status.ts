/**
 * Status codes that a gateway reports for its slave breakers (docs/specification/control.md 2.4),
 * and the corresponding switch actions. Code 0 means "just started" or "fault"; it is read as a
 * fault, which assigns the least responsibility. Slaves cannot be locked, so there is no code for a
 * lock.
 */
import { SWITCH_TABLE, type SwitchAction } from './switch-action.ts';

const ACTION_OF_STATUS: ReadonlyMap<number, SwitchAction> = new Map([
  [0, 'openByFault'],
  [1, 'openByManual'],
  [2, 'openByCommand'],
  [3, 'openByFault'],
  [4, 'openByTimer'],
  [10, 'closeByManual'],
  [11, 'closeByCommand'],
  [12, 'closeAutomatic'],
  [13, 'closeByTimer'],
  [20, 'openByManual'],
  [30, 'closeByManual'],
]);

const STATUS_OF_ACTION: Readonly<Partial<Record<SwitchAction, number>>> = {
  openByManual: 1,
  openByCommand: 2,
  openByFault: 3,
  openByPowerlost: 3,
  openByLeak: 3,
  openByTimer: 4,
  closeByManual: 10,
  closeByCommand: 11,
  closeAutomatic: 12,
  closeByTimer: 13,
};

export const SLAVE_STATUS_CODES: readonly number[] = [...ACTION_OF_STATUS.keys()];

/** Returns undefined for a code outside the list. */
export function actionOfSlaveStatus(code: number): SwitchAction | undefined {
  return ACTION_OF_STATUS.get(code);
}

/** Returns undefined for the three locks; power loss and leakage are encoded as a fault. */
export function slaveStatusOfAction(action: SwitchAction): number | undefined {
  return STATUS_OF_ACTION[action];
}

/** Returns undefined for a code outside the list, which is neither open nor closed. */
export function isSlaveClosed(code: number): boolean | undefined {
  const action = ACTION_OF_STATUS.get(code);
  return action === undefined ? undefined : SWITCH_TABLE[action].closed;
}
