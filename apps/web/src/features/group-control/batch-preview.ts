/**
 * Preview of a batch command for the selected devices: those that can execute it in their current
 * state, and the reason that blocks each of the others. It uses the same interlock table as the
 * server, which validates each device again before it sends the command.
 */
import { isSimulatedCode } from '@busbar/domain/device/simulated-code';
import type { Refusal } from '@busbar/domain/refusal';
import { COMMANDS_OF_KIND, interlock, type SwitchCommand } from '@busbar/domain/switch/interlock';
import type { TreeDevice } from '../../components/device-tree/tree-device.ts';
import { isMeterChannel } from '../../device-kit/use-channel.ts';

export interface BlockedDevice<D> {
  readonly device: D;
  readonly block: Refusal;
}

export interface CommandPreview<D> {
  readonly possible: readonly D[];
  readonly blocked: readonly BlockedDevice<D>[];
}

/**
 * Only devices with a contact of their own can be selected, and no simulated ones: the server
 * refuses a whole batch that contains one.
 */
export function canBeSwitched(
  device: Pick<TreeDevice, 'kind' | 'code' | 'channel' | 'action'>,
): boolean {
  const { kind, code } = device;
  return COMMANDS_OF_KIND[kind].length > 0 && !isSimulatedCode(code) && !isMeterChannel(device);
}

type Standing = Pick<TreeDevice, 'kind' | 'action' | 'presence'>;

export function previewCommand<D extends Standing>(
  command: SwitchCommand,
  devices: readonly D[],
): CommandPreview<D> {
  const possible: D[] = [];
  const blocked: BlockedDevice<D>[] = [];
  for (const device of devices) {
    const block = blockOf(command, device);
    if (block === null) possible.push(device);
    else blocked.push({ device, block });
  }
  return { possible, blocked };
}

function blockOf(command: SwitchCommand, { kind, action, presence }: Standing): Refusal | null {
  return interlock({ command, kind, action }) ?? (presence === 'offline' ? 'device-offline' : null);
}
