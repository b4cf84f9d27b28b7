/**
 * The devices connected over MQTT, and the link that control uses
 * (`areas/control/commands/device-link.ts`).
 */
import type { DeviceCommand } from '../../../areas/control/commands/device-command.ts';
import type { DeviceLink, SendResult } from '../../../areas/control/commands/device-link.ts';
import { ConnectionTable } from '../../connection-table.ts';
import type { DeviceSession } from './device-session.ts';

export class DeviceLinks extends ConnectionTable<DeviceSession> implements DeviceLink {
  isConnected(deviceCode: string): boolean {
    return !this.isHeld(deviceCode) && (this.sessionOf(deviceCode)?.takesCommands ?? false);
  }

  async send(
    deviceCode: string,
    command: DeviceCommand,
    remainingMs: () => number,
  ): Promise<SendResult> {
    const session = this.sessionOf(deviceCode);
    if (session === undefined || !this.isConnected(deviceCode)) return 'not-connected';
    const prepared = session.prepareCommand(command);
    if (prepared === undefined) return 'not-supported';
    const leftMs = remainingMs();
    if (leftMs <= 0) return 'too-late';
    session.commands.writeCommand(prepared, leftMs);
    return 'sent';
  }
}
