/**
 * Maps devices to the connections of this process, and implements the link that control uses
 * (`areas/control/commands/device-link.ts`). A second connection of a device replaces the first:
 * the device is online before and after (device protocol, "Identity").
 */
import type { DeviceCommand } from '../../../areas/control/commands/device-command.ts';
import type { DeviceLink, SendResult } from '../../../areas/control/commands/device-link.ts';
import type { ConnectionBook } from '../../../areas/telemetry/presence/connection-book.ts';
import type { LinkDevice } from '../../../areas/telemetry/presence/link-device.ts';
import type { TakeoverLimit } from '../../takeover-limit.ts';
import { encodeDeviceCommand } from '../encode-command.ts';
import type { DeviceSession } from './device-session.ts';

export class DeviceLinks implements DeviceLink {
  readonly #book: ConnectionBook;
  readonly #takeovers: TakeoverLimit;
  readonly #onCloned: (device: LinkDevice) => void;
  readonly #sessions = new Map<string, DeviceSession>();
  /** Device codes whose connection to this process was closed because another process took over. */
  readonly #lost = new Set<string>();

  /** `onCloned` is called when two devices are found to use one secret. */
  constructor(
    book: ConnectionBook,
    takeovers: TakeoverLimit,
    onCloned: (device: LinkDevice) => void,
  ) {
    this.#book = book;
    this.#takeovers = takeovers;
    this.#onCloned = onCloned;
  }

  get size(): number {
    return this.#sessions.size;
  }

  all(): IterableIterator<DeviceSession> {
    return this.#sessions.values();
  }

  /** Registers the session that signed in as this device; closes the device's older connection. */
  opened(session: DeviceSession, device: LinkDevice): void {
    const { deviceCode } = device.ref;
    const older = this.#sessions.get(deviceCode);
    this.#sessions.set(deviceCode, session);
    if (older === undefined) this.#book.opened(device, session.came);
    else older.reset();
    const isTakeover = this.#lost.delete(deviceCode) || older !== undefined;
    if (isTakeover && this.#takeovers.count(deviceCode)) this.#hold(session, device);
  }

  /** Closes the connection of a device that now has a newer connection to another process. */
  takenElsewhere(deviceCode: string): void {
    const session = this.#sessions.get(deviceCode);
    const device = session?.device;
    if (session === undefined || device === undefined) return;
    session.reset('elsewhere');
    this.#lost.add(deviceCode);
    if (this.#takeovers.count(deviceCode)) this.#onCloned(device);
  }

  /** True while this code is blocked because two devices use its secret. */
  isHeld(deviceCode: string): boolean {
    return this.#takeovers.isHeld(deviceCode);
  }

  #hold(session: DeviceSession, device: LinkDevice): void {
    session.reset('cloned');
    this.#onCloned(device);
  }

  /** Removes a session whose socket has closed. */
  closed(session: DeviceSession): void {
    const { device } = session;
    if (device === undefined || this.#sessions.get(device.ref.deviceCode) !== session) return;
    this.#sessions.delete(device.ref.deviceCode);
    this.#book.closed(device, session.went);
  }

  sessionOf(deviceCode: string): DeviceSession | undefined {
    return this.#sessions.get(deviceCode);
  }

  reset(deviceCode: string): void {
    this.#sessions.get(deviceCode)?.reset();
  }

  isConnected(deviceCode: string): boolean {
    return !this.isHeld(deviceCode) && (this.#sessions.get(deviceCode)?.takesCommands ?? false);
  }

  async send(
    deviceCode: string,
    command: DeviceCommand,
    remainingMs: () => number,
  ): Promise<SendResult> {
    const session = this.#sessions.get(deviceCode);
    if (session === undefined || !this.isConnected(deviceCode)) return 'not-connected';
    const payload = encodeDeviceCommand(command);
    if (remainingMs() <= 0) return 'too-late';
    session.writeCommand(payload);
    return 'sent';
  }
}
