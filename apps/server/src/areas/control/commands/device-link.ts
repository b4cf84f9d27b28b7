/**
 * Interface of the connection to a device, as control needs it; the gateway implements it and
 * `app.ts` wires the two. Replies and switch reports do not come back through this interface: the
 * ingest passes them to `applyReply` and `applyState` inside its transaction.
 */
import type { DeviceCommand } from './device-command.ts';

/**
 * `sent`: the command was written to the device's socket. Every other result: no byte of it has
 * left this process, and none will. `not-supported`: the device's protocol cannot carry this
 * command. `withdrawn`: `isStillWanted` was false. `clock-unread` and `password-unreadable`: the
 * device requires them in its commands. `position-unread` and `close-disabled`: a breaker that a
 * person can open is read before it is closed.
 */
export type SendResult =
  | 'sent'
  | 'not-connected'
  | 'too-late'
  | 'not-supported'
  | 'withdrawn'
  | 'clock-unread'
  | 'password-unreadable'
  | 'position-unread'
  | 'close-disabled';

export interface DeviceLink {
  /**
   * Returns true if this process holds the device's connection, its send buffer is empty, and the
   * device is ready to receive commands. With an external broker any process may send.
   */
  isConnected(deviceCode: string): boolean;

  /**
   * Writes one command to the current connection; it is never queued for a later one. `remainingMs`
   * returns the remaining life of the command. It is called in the same tick as the write (after
   * every await); at 0 or below nothing is written. An intermediate broker receives it as the
   * message expiry interval.
   *
   * A connection that does not acknowledge the command for 5 s is half open: the link closes it, so
   * that it cannot deliver the command later.
   *
   * `isStillWanted` resolves to false if the user was signed out or the device was deleted since the
   * command was claimed. A link that lets a command wait or prepares it with the device calls it
   * before the write.
   */
  send(
    deviceCode: string,
    command: DeviceCommand,
    remainingMs: () => number,
    isStillWanted?: () => Promise<boolean>,
  ): Promise<SendResult>;

  /**
   * Closes the device's connection, so that the device reconnects and reports its switch position.
   * Absent if the link cannot close connections.
   */
  reset?(deviceCode: string): void;
}
