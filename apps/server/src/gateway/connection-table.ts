/**
 * Maps devices to the connections of this process. A second connection of a device replaces the
 * first, whatever their protocols: the device is online before and after (device protocol,
 * "Identity").
 */
import type { CameCause, WentCause } from '@busbar/domain/device/connection-cause';
import type { ConnectionBook } from '../areas/telemetry/presence/connection-book.ts';
import type { LinkDevice } from '../areas/telemetry/presence/link-device.ts';
import type { TakeoverLimit } from './takeover-limit.ts';

export interface DeviceConnection {
  /** The device of the connection; undefined until it has signed in. */
  readonly device: LinkDevice | undefined;
  /** The cause of the connection, and that of its end. */
  readonly came: CameCause;
  readonly went: WentCause;
  /** SHA-256 of the secret of its sign-in; undefined without one. */
  readonly secretHash: Buffer | undefined;
  /** Replaces the device data (slaves, group) after a change. */
  refresh(device: LinkDevice): void;
  /** Ends the connection when its secret expires, epoch ms; undefined if it does not expire. */
  secretEnds(until: number | undefined): void;
  close(cause?: WentCause): void;
  /** Closes without sending pending writes. */
  reset(cause?: WentCause): void;
}

/** State that the tables of all drivers share. */
export class ProcessConnections {
  readonly book: ConnectionBook;
  readonly takeovers: TakeoverLimit;
  /** Called when two devices are found to use one secret. */
  readonly onCloned: (device: LinkDevice) => void;
  /** The newest connection of each device, by device code. */
  readonly current = new Map<string, DeviceConnection>();
  /** Device codes whose connection to this process was closed because another process took over. */
  readonly lost = new Set<string>();

  constructor(
    book: ConnectionBook,
    takeovers: TakeoverLimit,
    onCloned: (device: LinkDevice) => void,
  ) {
    this.book = book;
    this.takeovers = takeovers;
    this.onCloned = onCloned;
  }

  /**
   * Stores all connections again, because another process has ended them in the database. A device
   * that has connected to another process since then is left to it.
   */
  async openedAgain(): Promise<void> {
    const sessions = [...this.current.values()];
    const devices = sessions.flatMap(({ device }) => device ?? []);
    const taken = new Set(await this.book.listTakenElsewhere(devices));
    for (const session of sessions) {
      const { device, came } = session;
      const code = device?.ref.deviceCode;
      if (device === undefined || code === undefined || this.current.get(code) !== session)
        continue;
      if (taken.has(code)) session.reset('elsewhere');
      else this.book.opened(device, came);
    }
  }
}

/** The connections of one driver. */
export class ConnectionTable<Connection extends DeviceConnection> {
  readonly #shared: ProcessConnections;
  readonly #sessions = new Map<string, Connection>();

  constructor(shared: ProcessConnections) {
    this.#shared = shared;
  }

  get size(): number {
    return this.#sessions.size;
  }

  all(): IterableIterator<Connection> {
    return this.#sessions.values();
  }

  /** Registers the session that signed in as this device; closes the device's older connection. */
  opened(session: Connection, device: LinkDevice): void {
    const { deviceCode } = device.ref;
    const { book, current, lost, takeovers } = this.#shared;
    const older = current.get(deviceCode);
    current.set(deviceCode, session);
    this.#sessions.set(deviceCode, session);
    if (older === undefined) book.opened(device, session.came);
    else older.reset();
    const isTakeover = lost.delete(deviceCode) || older !== undefined;
    if (isTakeover && takeovers.count(deviceCode)) this.#hold(session, device);
  }

  /** Closes the connection of a device that now has a newer connection to another process. */
  takenElsewhere(deviceCode: string): void {
    const session = this.sessionOf(deviceCode);
    const device = session?.device;
    if (session === undefined || device === undefined) return;
    const { lost, onCloned, takeovers } = this.#shared;
    session.reset('elsewhere');
    lost.add(deviceCode);
    if (takeovers.count(deviceCode)) onCloned(device);
  }

  /** True while this code is blocked because two devices use its secret. */
  isHeld(deviceCode: string): boolean {
    return this.#shared.takeovers.isHeld(deviceCode);
  }

  #hold(session: Connection, device: LinkDevice): void {
    session.reset('cloned');
    this.#shared.onCloned(device);
  }

  /** Removes a session whose socket has closed. */
  closed(session: Connection): void {
    const { device } = session;
    if (device === undefined) return;
    const { deviceCode } = device.ref;
    const { book, current } = this.#shared;
    if (this.#sessions.get(deviceCode) === session) this.#sessions.delete(deviceCode);
    if (current.get(deviceCode) !== session) return;
    current.delete(deviceCode);
    book.closed(device, session.went);
  }

  /** Returns undefined if the device has a newer connection over another protocol. */
  sessionOf(deviceCode: string): Connection | undefined {
    const session = this.#sessions.get(deviceCode);
    return session === this.#shared.current.get(deviceCode) ? session : undefined;
  }

  reset(deviceCode: string): void {
    this.sessionOf(deviceCode)?.reset();
  }
}
