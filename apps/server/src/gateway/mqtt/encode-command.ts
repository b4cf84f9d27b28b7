import { encodeCommand } from '@busbar/device-protocol/down/encode-down';
import { encodeSlotChanges } from '@busbar/device-protocol/up/slot-changes';
import type { DeviceCommand } from '../../areas/control/commands/device-command.ts';

/** The payload of `down/command`; only the fields of the protocol are written. */
export function encodeDeviceCommand(command: DeviceCommand): string {
  return command.op === 'write' && command.what === 'slaveControl'
    ? encodeCommand({ ...command, data: encodeSlotChanges(command.changes) })
    : encodeCommand(command);
}
