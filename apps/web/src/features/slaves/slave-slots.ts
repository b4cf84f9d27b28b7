/**
 * The twenty slots on the line of a gateway: the slave registered at each address, and the state
 * reported in the gateway's table (docs/specification/control.md 2.4). A registered slave that is
 * not in the table is unreachable for the gateway; an unregistered one in the table was discovered
 * on the line and is read-only.
 */
import type { SlaveStatusMessage } from '@busbar/contract/realtime';
import { isSlaveAddress, SLAVE_ADDRESS_MAX } from '@busbar/domain/device/device-code';
import { actionOfSlaveStatus } from '@busbar/domain/switch/slave-status';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import type { TreeDevice } from '../../components/device-tree/tree-device.ts';

export interface ReportedSlave {
  /** Status code as sent by the gateway. */
  readonly status: number;
  /** Its meaning; undefined for an unknown code. */
  readonly action: SwitchAction | undefined;
}

/** Keyed by address. */
export type SlaveTable = ReadonlyMap<number, ReportedSlave>;

export type SlotState =
  /** No slave is registered at the address, and none was found there. */
  | 'free'
  /** A slave is registered, but the table has not been read. */
  | 'registered'
  | 'answered'
  | 'unreached'
  | 'discovered';

export interface SlaveSlot {
  readonly address: number;
  readonly standing: SlotState;
  readonly slave: TreeDevice | undefined;
  readonly reported: ReportedSlave | undefined;
}

/** Entries without a valid address are omitted: they cannot be assigned to a slot. */
export function readSlaveTable(message: SlaveStatusMessage): SlaveTable {
  const entries = Object.values(message)
    .filter(({ ad }) => isSlaveAddress(ad))
    .map(({ ad, st }) => [ad, { status: st, action: actionOfSlaveStatus(st) }] as const);
  return new Map(entries);
}

export function slavesInSlots(
  slaves: readonly TreeDevice[],
  table: SlaveTable | undefined,
): SlaveSlot[] {
  return Array.from({ length: SLAVE_ADDRESS_MAX }, (_, index) => {
    const address = index + 1;
    const slave = slaves.find((one) => one.slaveAddress === address);
    const reported = table?.get(address);
    return { address, slave, reported, standing: currentStateOf(slave, reported, table) };
  });
}

function currentStateOf(
  slave: TreeDevice | undefined,
  reported: ReportedSlave | undefined,
  table: SlaveTable | undefined,
): SlotState {
  if (slave === undefined) return reported === undefined ? 'free' : 'discovered';
  if (table === undefined) return 'registered';
  return reported === undefined ? 'unreached' : 'answered';
}
