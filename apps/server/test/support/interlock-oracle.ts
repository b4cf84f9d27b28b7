/**
 * The hand-written oracle of docs/promises.md C7: the commands permitted for each kind of device in
 * each state, from the table of the device protocol ("Switch states") and
 * docs/specification/control.md 2.2, not from the code under test.
 */
import type { DeviceKind } from '@busbar/domain/device/device-type';
import type { Refusal } from '@busbar/domain/refusal';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';

export const COMMANDS = ['open', 'close', 'lock', 'unlock'] as const;
export type Command = (typeof COMMANDS)[number];

/** Each state has one of these characters per command: open, close, lock, unlock. */
const SIGNS: Readonly<Record<string, Refusal | null>> = {
  '.': null,
  O: 'already-open',
  C: 'already-closed',
  D: 'close-disabled',
  L: 'lock-disabled',
  U: 'unlock-disabled',
  M: 'mechanically-locked',
  S: 'state-unknown',
  X: 'order-not-supported',
  F: 'device-offline',
};

const MAIN: Readonly<Record<SwitchAction | 'never reported', string>> = {
  openByManual: 'OD.U',
  openByCommand: 'O..U',
  openByFault: 'O..U',
  openByPowerlost: 'O..U',
  openByTimer: 'O..U',
  openByLeak: 'O..U',
  closeByManual: '.C.U',
  closeByCommand: '.C.U',
  closeAutomatic: '.C.U',
  closeByTimer: '.C.U',
  lockByCommand: 'ODL.',
  lockByFault: 'MDMM',
  lockByOrg: 'MDMM',
  'never reported': '.S.S',
};
/** Data terminals and slaves support open and close only. */
const NO_LOCK: Readonly<Record<SwitchAction | 'never reported', string>> = {
  openByManual: 'ODXX',
  openByCommand: 'O.XX',
  openByFault: 'O.XX',
  openByPowerlost: 'O.XX',
  openByTimer: 'O.XX',
  openByLeak: 'O.XX',
  closeByManual: '.CXX',
  closeByCommand: '.CXX',
  closeAutomatic: '.CXX',
  closeByTimer: '.CXX',
  lockByCommand: 'ODXX',
  lockByFault: 'MDXX',
  lockByOrg: 'MDXX',
  'never reported': '.SXX',
};
export const ORACLE: Readonly<Record<DeviceKind, Readonly<Record<string, string>> | 'XXXX'>> = {
  main: MAIN,
  dtu: NO_LOCK,
  slave: NO_LOCK,
  gateway: 'XXXX',
  hidden: 'XXXX',
  meter: 'XXXX',
};
export const STATES = Object.keys(MAIN) as (SwitchAction | 'never reported')[];
export const KINDS = Object.keys(ORACLE) as DeviceKind[];

/** Returns the expected refusal of the command gate; null if the command passes. */
export function wanted(
  kind: DeviceKind,
  state: string,
  command: Command,
  online: boolean,
  queue: boolean,
) {
  const row = ORACLE[kind];
  const sign = (typeof row === 'string' ? row : row[state]!)[COMMANDS.indexOf(command)]!;
  return SIGNS[sign === '.' && !online && !queue ? 'F' : sign]!;
}
