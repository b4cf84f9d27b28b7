/**
 * The twenty places on the line of a gateway: what is registered at each address, and what the
 * gateway said of it when its table was read (docs/specification/control.md 2.4). A slave that is
 * registered and not in the table is one the gateway does not reach; one in the table that is not
 * registered was discovered on the line and can only be looked at.
 */
import type { SlaveStatusMessage } from '@busbar/contract/realtime';
import { isSlaveAddress, SLAVE_ADDRESS_MAX } from '@busbar/domain/device/device-code';
import { actionOfSlaveStatus } from '@busbar/domain/switch/slave-status';
import type { SwitchAction } from '@busbar/domain/switch/switch-action';
import type { TreeDevice } from '../../components/device-tree/tree-device.ts';

export interface ToldSlave {
  /** The status code as the gateway sent it. */
  readonly status: number;
  /** What it means; undefined for a code outside the list. */
  readonly action: SwitchAction | undefined;
}

/** By address. */
export type SlaveTable = ReadonlyMap<number, ToldSlave>;

export type SlotStanding =
  /** Nothing is registered and nothing was found. */
  | 'free'
  /** Registered; the table has not been read. */
  | 'registered'
  | 'answered'
  | 'unreached'
  | 'discovered';

export interface SlaveSlot {
  readonly address: number;
  readonly standing: SlotStanding;
  readonly slave: TreeDevice | undefined;
  readonly told: ToldSlave | undefined;
}

/** Entries that name no address of the line are left out: nobody can be told about them. */
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
    const told = table?.get(address);
    return { address, slave, told, standing: standingOf(slave, told, table) };
  });
}

function standingOf(
  slave: TreeDevice | undefined,
  told: ToldSlave | undefined,
  table: SlaveTable | undefined,
): SlotStanding {
  if (slave === undefined) return told === undefined ? 'free' : 'discovered';
  if (table === undefined) return 'registered';
  return told === undefined ? 'unreached' : 'answered';
}
